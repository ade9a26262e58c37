import { compileFilter, type Filter } from './filter.ts';
import { FilterSyntaxError } from './filter-syntax-error.ts';
import { invalidArgument } from './grpc-errors.ts';

/** The filter of a subscription; an empty one lets everything through. @throws PubSubError INVALID_ARGUMENT */
export function subscriptionFilter(text: string): Filter {
  if (text === '') return () => true;
  try {
    return compileFilter(text);
  } catch (error) {
    if (error instanceof FilterSyntaxError) {
      throw invalidArgument(`Invalid filter: ${error.message}`);
    }
    throw error;
  }
}
