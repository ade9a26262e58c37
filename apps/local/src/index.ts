export { cloudFolderOf, readCloudEndpoints, type CloudEndpoints } from './cloud-endpoints.ts';
export { PortTaken } from './free-port.ts';
export { storedLinkSecretOf } from './local-secrets.ts';
export { LocalModule } from './local.module.ts';
export { printStageEvent } from './print-stage-event.ts';
export { startLocal, type LocalDossier, type LocalOptions } from './start-local.ts';
