import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import nxPlugin from '@nx/eslint-plugin';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const root = resolve(import.meta.dirname, '..');
const MAX_LINES = 300;

// A path in a variable: the file has no types, and needs none beyond these.
const lintConfig: string = join(root, 'eslint.config.mjs');
const { moduleBoundaries } = (await import(lintConfig)) as { moduleBoundaries: Linter.RuleEntry };

/** Who may import whom, by layer; the same table as in eslint.config.mjs, checked without Nx. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'layer:contracts': [],
  'layer:pure': ['layer:contracts', 'layer:pure'],
  'layer:capability': ['layer:contracts', 'layer:pure', 'layer:capability'],
  'layer:embedded': [],
  'layer:app': ['layer:contracts', 'layer:pure', 'layer:capability'],
};

interface Project {
  readonly name: string;
  readonly folder: string;
  readonly layer: string;
}

const projects: Project[] = globSync(['apps/*/package.json', 'libs/*/package.json'], {
  cwd: root,
}).map((file) => {
  const { name, nx } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    name: string;
    nx: { tags: [string] };
  };
  return { name, folder: dirname(file), layer: nx.tags[0] };
});

function sourcesOf({ folder }: Project): string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: root });
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** `@dossier/report/testing` belongs to `@dossier/report`. */
function packageOf(name: string): string {
  return name.split('/').slice(0, 2).join('/');
}

describe('the architecture', () => {
  it('lets dependencies point down only', () => {
    const layerOf = new Map(projects.map(({ name, layer }) => [name, layer]));
    const broken = projects
      .filter(({ layer }) => layer !== 'layer:composition')
      .flatMap((project) =>
        sourcesOf(project).flatMap((file) =>
          importsOf(file)
            .filter((name) => name.startsWith('@dossier/') && name !== project.name)
            .filter(
              (name) => !ALLOWED[project.layer]?.includes(layerOf.get(packageOf(name)) ?? '?'),
            )
            .map((name) => `${file} imports ${name}`),
        ),
      );
    expect(broken).toEqual([]);
  });

  it('never reaches into another project by a relative path', () => {
    const broken = projects.flatMap((project) =>
      sourcesOf(project).flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => relative(project.folder, join(dirname(file), name)))
          .filter((path) => path.startsWith('..'))
          .map((path) => `${file} -> ${path}`),
      ),
    );
    expect(broken).toEqual([]);
  });

  it('imports test kits in specs and builders only', () => {
    const users = projects
      .flatMap(sourcesOf)
      .filter((file) => importsOf(file).some((name) => name.endsWith('/testing')))
      .filter((file) => !/\.(?:spec|builder)\.ts$/.test(file));
    expect(users).toEqual([]);
  });

  it('reads the environment in libs/platform only', () => {
    const readers = projects
      .filter(({ name }) => name !== '@dossier/platform')
      .flatMap(sourcesOf)
      .filter((file) => !file.endsWith('.spec.ts'))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'));
    expect(readers).toEqual([]);
  });

  it('settles Pub/Sub messages in one file only', () => {
    const settlers = projects
      .filter(({ layer }) => layer !== 'layer:embedded')
      .flatMap(sourcesOf)
      .filter((file) => /\.(?:ack|nack)\(\)/.test(readFileSync(join(root, file), 'utf8')));
    expect(settlers).toEqual(['libs/messaging/src/subscription-host.ts']);
  });

  it(`keeps every source file within ${MAX_LINES} lines`, () => {
    const long = projects
      .flatMap(sourcesOf)
      .filter((file) => !file.endsWith('.spec.ts'))
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > MAX_LINES + 1);
    expect(long).toEqual([]);
  });
});

describe('what the product is made of', () => {
  const exportsOf = new Map(
    globSync(['apps/*/package.json', 'libs/*/package.json'], { cwd: root }).flatMap((file) => {
      const { name, exports } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string;
        exports?: Record<string, string>;
      };
      return Object.entries(exports ?? {}).map(
        ([path, target]) => [join(name, path), join(dirname(file), target)] as const,
      );
    }),
  );

  /** Every file that a process of the product loads, from the entry points on. */
  function reachableFrom(entries: readonly string[]): string[] {
    const found = new Set<string>();
    const waiting = [...entries];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (found.has(file)) continue;
      found.add(file);
      for (const name of importsOf(file)) {
        const target = name.startsWith('.') ? join(dirname(file), name) : exportsOf.get(name);
        if (target?.endsWith('.ts')) waiting.push(target);
      }
    }
    return [...found];
  }

  const product = reachableFrom(
    globSync(['apps/*/src/main.ts', 'libs/*/src/main.ts'], { cwd: root }),
  );
  const holding = (pattern: RegExp, files: readonly string[]): string[] =>
    files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

  it('is found from its entry points', () => {
    expect(product).toEqual(
      expect.arrayContaining([
        'apps/planner/src/plan.stage.ts',
        'libs/workspace/src/stage-runner.ts',
        'libs/embedded/src/firestore/writes/committer.ts',
        'libs/embedded/src/pubsub/broker.ts',
      ]),
    );
  });

  it('holds no test kit, fake or builder, and nothing outside apps and libs', () => {
    const foreign = product.filter(
      (file) =>
        !/^(?:apps|libs)\/[^/]+\/src\//.test(file) ||
        /(?:\.(?:spec|kit|fake|builder)|\/testing)\.ts$/.test(file),
    );
    expect(foreign).toEqual([]);
  });

  it('has no knob that makes a server fail: faults come from a proxy in test/faults', () => {
    // The stand-in for LINE has one. It is no part of what is deployed, and nobody here turns it.
    const own = product.filter((file) => !file.startsWith('libs/fake-line/'));
    expect(holding(/\bFault|\bfaults?\s*\?\s*:|\binject(?:ed|ion)\b/, own)).toEqual([]);
    expect(holding(/\.fault\(/, own)).toEqual([]);
  });
});

describe('the lint rule for module boundaries', () => {
  const lint = async (filePath: string, code: string): Promise<Linter.LintMessage[]> => {
    const eslint = new ESLint({
      cwd: root,
      overrideConfigFile: true,
      overrideConfig: [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          plugins: { '@nx': nxPlugin as unknown as ESLint.Plugin },
          rules: { '@nx/enforce-module-boundaries': moduleBoundaries },
        },
      ],
    });
    const [result] = await eslint.lintText(code, { filePath: join(root, filePath) });
    return result?.messages ?? [];
  };

  it.each([
    ['a library importing one above it', 'libs/contracts/src/x.ts', '@dossier/platform'],
    ['an app importing an app', 'apps/planner/src/x.ts', '@dossier/writer'],
    ['the embedded cloud importing the domain', 'libs/embedded/src/x.ts', '@dossier/contracts'],
    ['a pure library importing an SDK', 'libs/report/src/x.ts', '@google-cloud/pubsub'],
  ])('fails %s', async (_title, file, imported) => {
    const messages = await lint(file, `export { x } from '${imported}';\n`);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(['@nx/enforce-module-boundaries']);
  });

  it('passes an import that points down', async () => {
    const messages = await lint(
      'apps/planner/src/x.ts',
      "export { x } from '@dossier/contracts';\n",
    );
    expect(messages).toEqual([]);
  });
});
