import { element } from './dom.js';

const STAGES = [
  ['plan', '規劃'],
  ['search', '搜尋'],
  ['write', '撰寫'],
  ['publish', '發布'],
  ['notify', '通知'],
];
const STATUS = {
  idle: '尚未開始',
  started: '進行中',
  done: '完成',
  empty: '查無資料',
  failed: '失敗',
  retrying: '稍後重試',
  waiting: '等待核准',
};
const SHOWN_RUNS = 3;

/** The live picture of the latest runs: one track of five stages each. */
export class Pipeline {
  #place;
  /** By run and version: when each stage started and ended, and its status. */
  #runs = new Map();

  constructor(place) {
    this.#place = place;
    this.#draw();
    // A stage that is being worked on shows its seconds.
    setInterval(() => this.#tick(), 1000);
  }

  /** Takes a report of a stage. */
  update({ runId, version, stage, status, startedAt, at }) {
    const key = `${runId}/${version}`;
    const run = this.#runs.get(key) ?? { runId, version, stages: new Map() };
    run.stages.set(stage, { status, startedAt: new Date(startedAt), at: new Date(at) });
    // The run that moved last stands first.
    this.#runs.delete(key);
    this.#runs.set(key, run);
    this.#draw();
  }

  #draw() {
    const latest = [...this.#runs.values()].reverse().slice(0, SHOWN_RUNS);
    if (latest.length === 0) {
      const hint = element('p', { class: 'hint', text: '送出問題後，每一步會在這裡亮起來。' });
      this.#place.replaceChildren(track(new Map()), hint);
      return;
    }
    this.#place.replaceChildren(...latest.map(runCard));
  }

  #tick() {
    for (const time of this.#place.querySelectorAll('[data-since]')) {
      time.textContent = seconds(Date.now() - Number(time.dataset.since));
    }
  }
}

function runCard({ runId, version, stages }) {
  const name = element('p', { class: 'run-name' }, [
    element('span', { text: `研究 ${runId.slice(0, 8)}` }),
    element('span', { class: 'run-version', text: `第 ${version} 版` }),
  ]);
  return element('div', { class: 'run' }, [name, track(stages)]);
}

function track(stages) {
  const steps = STAGES.map(([stage, name]) => {
    const state = stages.get(stage);
    const status = state?.status ?? 'idle';
    return element('li', { class: `step ${status}` }, [
      element('span', { class: 'dot', attributes: { 'aria-hidden': 'true' } }),
      element('span', { class: 'step-name', text: name }),
      element('span', { class: 'sr-only', text: STATUS[status] ?? status }),
      elapsed(state),
    ]);
  });
  return element('ol', { class: 'track' }, steps);
}

function elapsed(state) {
  const made = element('span', { class: 'step-time', attributes: { 'aria-hidden': 'true' } });
  if (state?.status === 'started') {
    made.dataset.since = String(state.startedAt.getTime());
    made.textContent = seconds(Date.now() - state.startedAt.getTime());
  } else if (state?.status === 'done') {
    made.textContent = seconds(state.at - state.startedAt);
  } else if (state !== undefined) {
    made.textContent = STATUS[state.status] ?? '';
  }
  return made;
}

function seconds(ms) {
  if (ms < 0) return '0 秒';
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} 秒`;
  return ms < 60_000 ? `${Math.round(ms / 1000)} 秒` : `${Math.floor(ms / 60_000)} 分`;
}
