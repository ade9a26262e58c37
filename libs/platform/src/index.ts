export { createServiceApp } from './create-service-app.ts';
export { createFirestore, pubsubOptions } from './google-clients.ts';
export { geminiConfigOf, sourceRulesOf } from './gemini-config.ts';
export { lineClientProvider } from './line-client.provider.ts';
export { channelSecretsOf, lineCredentialsOf, missingForLine } from './line-credentials.ts';
export { loadEnvironment } from './load-environment.ts';
export { createLogger } from './logger.ts';
export { ModelProbes } from './model-probes.ts';
export { OidcGuard } from './oidc.guard.ts';
export { ownAddress } from './own-address.ts';
export { PlatformModule } from './platform.module.ts';
export { accessOfNewReports } from './link-policy.ts';
export { ReportLinks, reportLinksOf } from './report-links.ts';
export { providerOption } from './provider-option.ts';
export { ReportStore, type ObjectTraits, type ReportAccess } from './report-store.ts';
export { runService } from './run-service.ts';
export { missingForModels } from './setting-combinations.ts';
export { readSettings, SettingsError, type Settings } from './settings.ts';
export { stopOnSignals } from './stop-on-signals.ts';
export { randomIds, systemClock } from './system-clock.ts';
export {
  CLOCK,
  IDS,
  LOGGER,
  PLANNER,
  SEARCHER,
  SETTINGS_TOKEN,
  TIMINGS,
  WRITER,
} from './tokens.ts';
export { warnOfUnprobedModels } from './warn-of-unprobed-models.ts';
