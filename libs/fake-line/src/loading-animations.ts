import type { messagingApi } from '@line/bot-sdk';
import { isUserId } from './audience.ts';
import { LineRefusal, type RefusalDetail } from './line-refusal.ts';

/** One call of the loading API: three dots until `seconds` are over or the next message arrives. */
export interface LoadingAnimation {
  readonly chatId: string;
  readonly seconds: number;
  readonly at: Date;
}

const DEFAULT_SECONDS = 20;
/** A simulator runs for weeks: only the latest calls are kept. */
const KEPT = 1000;

/** Loading animations, oldest first. */
export class LoadingAnimations {
  readonly #shown: LoadingAnimation[] = [];

  /** The latest calls (up to 1,000). */
  get shown(): readonly LoadingAnimation[] {
    return this.#shown;
  }

  /**
   * Shows the animation.
   * @throws LineRefusal 400 for a group, or seconds other than 5, 10, ... 60 (docs: use-loading-indicator).
   */
  show(request: messagingApi.ShowLoadingAnimationRequest, at: Date): LoadingAnimation {
    const { chatId, loadingSeconds: seconds = DEFAULT_SECONDS } = request;
    const details = faultsOf(chatId, seconds);
    if (details.length > 0) throw LineRefusal.ofBody(details);
    const loading = { chatId, seconds, at };
    this.#shown.push(loading);
    if (this.#shown.length > KEPT) this.#shown.shift();
    return loading;
  }
}

function faultsOf(chatId: string, seconds: number): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  if (!isUserId(chatId)) {
    const message =
      'Only user id is acceptable, please confirm if there are any group/room ids or illegal ids.';
    faults.push({ message, property: 'chatId' });
  }
  if (seconds < 5 || seconds > 60) {
    faults.push({ message: 'Must be between 5 and 60', property: 'loadingSeconds' });
  }
  if (seconds % 5 !== 0) {
    faults.push({ message: 'must be a multiple of five', property: 'loadingSeconds' });
  }
  return faults;
}
