import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * Dependencies point down only: app -> capability -> domain. Each project carries one layer tag (package.json "nx.tags").
 * `test/architecture.spec.ts` checks the same table by walking the imports, because this rule is skipped
 * when eslint runs without Nx's project graph.
 */
const layers = [
  { sourceTag: 'layer:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:pure', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:pure'] },
  {
    sourceTag: 'layer:capability',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:pure', 'layer:capability'],
  },
  { sourceTag: 'layer:embedded', onlyDependOnLibsWithTags: [] },
  {
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:pure', 'layer:capability'],
  },
  { sourceTag: 'layer:composition', onlyDependOnLibsWithTags: ['*'] },
];
const noSdk = ['@nestjs/*', '@google-cloud/*', '@line/*', 'fastify'];
const withoutSdk = new Set(['layer:contracts', 'layer:pure']);

/** The rule's setting, exported so that a test can prove that a forbidden import fails. */
export const moduleBoundaries = [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    depConstraints: layers.map((layer) =>
      withoutSdk.has(layer.sourceTag) ? { ...layer, bannedExternalImports: noSdk } : layer,
    ),
  },
];

export default defineConfig(
  { ignores: ['**/dist', '**/node_modules', '.nx', '.dossier'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries,
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
    },
  },
);
