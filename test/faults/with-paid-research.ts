import type { DynamicModule, Provider } from '@nestjs/common';
import { PLANNER, PlatformModule, SEARCHER, WRITER } from '@dossier/platform';
import { PaidResearch } from './paid-research.ts';

/**
 * The module with the research ports on a `PaidProvider` at `url` (without one, on the provider that the
 * settings choose), and with `others` (a clock, timings) in the place of the platform's own. It must be
 * one that imports `PlatformModule.forRoot(...)`, as every process of Dossier does.
 */
export function withPaidResearch(
  module: DynamicModule,
  url: string | undefined,
  others: readonly Provider[] = [],
): DynamicModule {
  const ports = url === undefined ? [] : portsAt(url);
  let found = false;
  const imports = (module.imports ?? []).map((imported) => {
    if (!isPlatform(imported)) return imported;
    found = true;
    // Of two providers of one token the later one counts.
    return { ...imported, providers: [...(imported.providers ?? []), ...ports, ...others] };
  });
  if (!found) throw new Error('the module imports no PlatformModule.forRoot(...)');
  return { ...module, imports };
}

function portsAt(url: string): readonly Provider[] {
  const useValue = new PaidResearch(url);
  return [PLANNER, SEARCHER, WRITER].map((provide) => ({ provide, useValue }));
}

function isPlatform(imported: unknown): imported is DynamicModule {
  return (
    typeof imported === 'object' &&
    imported !== null &&
    'module' in imported &&
    imported.module === PlatformModule
  );
}
