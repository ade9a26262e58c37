import { unimplemented } from './grpc-errors.ts';
import type { SubscriptionConfig, TopicConfig } from './wire-types.ts';

/** What a client may ask for and would miss without noticing, by field. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  bigqueryConfig: 'BigQuery subscriptions (bigquery_config)',
  cloudStorageConfig: 'Cloud Storage subscriptions (cloud_storage_config)',
  bigtableConfig: 'Bigtable subscriptions (bigtable_config)',
  schemaSettings: 'schemas (schema_settings)',
  ingestionDataSourceSettings: 'ingestion from other sources (ingestion_data_source_settings)',
  messageTransforms: 'message transforms (message_transforms)',
};

/** @throws PubSubError UNIMPLEMENTED for the first field that is set and not supported. */
export function refuseUnsupported(config: TopicConfig | SubscriptionConfig): void {
  for (const [field, feature] of Object.entries(UNSUPPORTED)) {
    const value: unknown = Reflect.get(config, field);
    const isSet = Array.isArray(value) ? value.length > 0 : value != null;
    if (isSet) throw unimplemented(feature);
  }
}
