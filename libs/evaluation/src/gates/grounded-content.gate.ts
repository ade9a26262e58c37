import { noFaults, type Gate } from '../gate.ts';

/** G0: there is a report at all, it has a theme, and it cites something. */
export const groundedContentGate: Gate = {
  id: 'G0',
  name: 'grounded-content',
  judge: ({ chapters }) => {
    const faults: string[] = [];
    if (chapters.every(({ chapter }) => chapter.markdown.trim() === '')) {
      faults.push('報告沒有內容');
    }
    if (!chapters.some(({ chapter }) => chapter.kind === 'theme')) faults.push('沒有主題章節');
    if (chapters.every(({ reading }) => reading.markers.length === 0)) {
      faults.push('整份報告沒有任何引用');
    }
    return noFaults(faults);
  },
};
