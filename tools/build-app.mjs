// node tools/build-app.mjs apps/NAME: bundles one app with the workspace's libraries; npm packages stay outside.
import { copyFile, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { transformFile } from '@swc/core';
import { build } from 'esbuild';
import { swcOptions } from './swc-options.mjs';

const app = process.argv[2];
if (app === undefined) {
  console.error('usage: node tools/build-app.mjs apps/NAME');
  process.exit(2);
}
const started = performance.now();

/** esbuild cannot emit decorator metadata, so swc turns each TypeScript file into JavaScript first. */
const swc = {
  name: 'swc',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const { code } = await transformFile(path, { ...swcOptions, sourceMaps: 'inline' });
      return { contents: code, loader: 'js' };
    });
  },
};

/** npm packages and node: modules stay imports; the workspace's own packages and relative files are bundled. */
const externals = {
  name: 'externals',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@dossier/') ? undefined : { path, external: true },
    );
  },
};

await rm(join(app, 'dist'), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [join(app, 'src/main.ts')],
  outdir: join(app, 'dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  keepNames: true,
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [externals, swc],
});
for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
  if (!file.endsWith('.mjs')) continue;
  const took = Math.round(performance.now() - started);
  console.log(`${file} ${(bytes / 1024).toFixed(1)} KiB in ${took} ms`);
}

// Files that code reads from beside itself: a bundle has them beside the bundle.
const READERS = {
  'libs/research/src/gemini/prompts/prompt.ts': (name) => name.endsWith('.md'),
  'libs/research/src/gemini/gemini-defaults.ts': (name) => name === 'default-config.json',
};
for (const [reader, isRead] of Object.entries(READERS)) {
  if (!(reader in metafile.inputs)) continue;
  const files = (await readdir(dirname(reader))).filter(isRead);
  if (files.length === 0) throw new Error(`${reader} has nothing to read beside it`);
  for (const name of files)
    await copyFile(join(dirname(reader), name), join(app, 'dist', basename(name)));
}
