export { createServiceApp } from './create-service-app.ts';
export { loadEnvironment } from './load-environment.ts';
export { createLogger } from './logger.ts';
export { PlatformModule, type PlatformOptions } from './platform.module.ts';
export { ReportStore, type StoredObject } from './report-store.ts';
export { runService } from './run-service.ts';
export { readSettings, SETTINGS, SettingsError, type Settings } from './settings.ts';
export { randomIds, systemClock } from './system-clock.ts';
export { CLOCK, LOGGER, SETTINGS_TOKEN, TIMINGS } from './tokens.ts';
