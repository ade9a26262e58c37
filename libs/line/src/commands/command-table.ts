import type { Language } from '@dossier/contracts';
import type { RunCommand } from './intent.ts';
import { phrases } from './phrases.ts';

/** What a person can tell the bot to do. */
export type CommandName =
  RunCommand | 'research' | 'deepen' | 'add-sources' | 'rewrite' | 'history' | 'new-topic' | 'help';

/** One command, as it is understood, explained by the help and listed in docs/commands.md. */
export interface Command {
  readonly name: CommandName;
  /**
   * What it is called. Upper or lower case, width, Simplified or Traditional characters, and polite
   * words around it make no difference. The first of each language is the one to show.
   */
  readonly words: Readonly<Record<Language, readonly string[]>>;
  /** `owner`: only the person who asked the question, because it changes the run. */
  readonly audience: 'anyone' | 'owner';
  /** What it does, for the help. */
  readonly description: string;
  /** A sentence that a person may write, for the help. */
  readonly example: string;
}

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'research',
    // One that begins with を stands behind what is to be researched, the others before it.
    words: {
      'zh-TW': phrases('研究、新研究、幫我查、幫我找、查詢、查一下'),
      en: phrases('research、new research、look into、investigate、find out about、tell me about'),
      ja: phrases('を調べて、調べて、を調査して、を研究して、リサーチ、新しい研究'),
    },
    audience: 'anyone',
    description: '研究一個問題，寫成附出處的報告；直接輸入問題也可以',
    example: '研究 綠屋頂能讓室內降溫幾度？',
  },
  {
    name: 'deepen',
    words: {
      'zh-TW': phrases(`
        深入、再深入、深一點、深一些、展開、加深、擴充、詳細、詳述、多寫、多說、多講、深入研究、深入探討、深入分析
        擴寫、再深入研究、再深入探討、再深入分析、再深入了解、深入了解、講更多、說更多、寫更多、更了解
      `),
      en: phrases(`
        deepen、expand、elaborate、go deeper、dig deeper、more detail、more details、more depth、in more detail
        tell me more
      `),
      ja: phrases('詳しく、深掘り、掘り下げて、掘り下げ、詳細に'),
    },
    audience: 'owner',
    description: '把報告的一章寫得更深入，成為新的版本',
    example: '深入第二章',
  },
  {
    name: 'add-sources',
    // Understood together with a word for sources, a language or a chapter.
    words: {
      'zh-TW': phrases('補充、補、補上、增加、新增、加、加上、加入、增補、再找、多找'),
      en: phrases('add、include、more、find more'),
      ja: phrases('追加、追加して、足して、加えて、増やして'),
    },
    audience: 'owner',
    description: '補充某種語言（中文、日文、英文）的來源，可以指定章',
    example: '第三章補英文來源',
  },
  {
    name: 'rewrite',
    words: {
      'zh-TW': phrases('改寫、重寫、重新寫、重新撰寫'),
      en: ['rewrite', 'rephrase', 'reword'],
      ja: phrases('書き直して、書き直し、書き換えて、リライト'),
    },
    audience: 'owner',
    description: '用同樣的來源換個寫法',
    example: '改寫第二章，白話一點',
  },
  {
    name: 'status',
    words: {
      'zh-TW': phrases(`
        查看進度、進度、查進度、看進度、研究進度、目前進度、進度如何、進度怎麼樣、狀態、查看狀態、做到哪了、做到哪
        做到哪裡了、進度到哪了、好了沒、好了嗎、完成了嗎、完成了沒、報告好了嗎、報告出來了嗎、怎麼還沒好、還要多久
        要等多久、多久會好、什麼時候會好、何時會好、查得怎麼樣了、研究得怎麼樣了
      `),
      en: phrases(`
        status、progress、check the status、check the progress、how's it going、is it done
        is it done yet、are you done、how long will it take、is it ready、are we there yet
      `),
      ja: phrases(
        '進捗、進捗確認、進捗を確認、進捗どう、進捗はどう、進捗どうですか、まだですか、まだ',
      ),
    },
    audience: 'anyone',
    description: '看研究做到哪一步',
    example: '查看進度',
  },
  {
    name: 'cancel',
    words: {
      'zh-TW': phrases(
        '取消、停止、中止、取消研究、停止研究、中止研究、取消這個、取消這個研究、取消目前的研究、取消這次研究、取消這份報告、取消搜尋、取消掉、把研究取消、全部取消、停、停下、停下來、中斷、別查了、不用查了、不要查了、不用研究了',
      ),
      en: phrases(`
        cancel、stop、abort、cancel it、cancel this、stop it、cancel research、stop research、cancel the research
        stop the research、cancel the report、cancel my request、never mind、nevermind
      `),
      ja: phrases('キャンセル、中止、停止、キャンセルする、取り消し、取り消して、取消、やめて'),
    },
    audience: 'owner',
    description: '停止進行中的研究',
    example: '取消',
  },
  {
    name: 'link',
    words: {
      'zh-TW': phrases(`
        連結、鏈接、網址、報告連結、報告網址、報告的連結、報告在哪、報告在哪裡、看報告、連結在哪、連結在哪裡、查看報告
        閱讀報告、打開報告、讀報告、報告呢、報告給我、給我報告、再給我一次連結、連結不見了
      `),
      en: phrases(`
        link、url、report link、report url、the link、report、show report、show the report、where is the report
        read the report、open the report
      `),
      ja: phrases('リンク、レポートのリンク、レポートを見る、レポート、レポートはどこ'),
    },
    audience: 'anyone',
    description: '再傳一次報告的連結',
    example: '報告連結',
  },
  {
    name: 'versions',
    words: {
      'zh-TW': phrases('版本、所有版本、版本列表、歷史版本、有幾個版本、舊版、上一版、前一版'),
      en: phrases('versions、version、all versions、list versions、version history'),
      ja: phrases('バージョン、バージョン一覧、版の一覧、全バージョン'),
    },
    audience: 'anyone',
    description: '列出報告的所有版本',
    example: '所有版本',
  },
  {
    name: 'history',
    words: {
      'zh-TW': phrases(`
        我的報告、我的研究、歷史、紀錄、記錄、歷史紀錄、歷史記錄、研究紀錄、報告列表、所有報告、查看紀錄、有哪些報告
        之前的報告、以前的報告、過去的報告、全部報告、報告清單、我問過什麼
      `),
      en: phrases(
        'my reports、history、my research、past reports、list reports、all reports、report list',
      ),
      ja: phrases('履歴、研究履歴、過去のレポート、レポート一覧、マイレポート、私のレポート'),
    },
    audience: 'anyone',
    description: '列出這裡做過的研究',
    example: '我的報告',
  },
  {
    name: 'republish',
    words: {
      'zh-TW': phrases('重新發布、重新發佈、再發布一次、重新發表、重發、重發報告、重新發布報告'),
      en: ['republish', 'publish again', 'publish it again', 'republish the report'],
      ja: phrases('再公開、公開し直して、再発行、レポートを再公開'),
    },
    audience: 'owner',
    description: '把同一份報告重新發布成新的版本',
    example: '重新發布',
  },
  {
    name: 'retry',
    words: {
      'zh-TW': phrases(
        '再試一次、重試、再試、重新嘗試、再試試、再試試看、重新試一次、再跑一次、重跑、重跑一次、重新執行、再來一次、重來',
      ),
      en: phrases('retry、try again、try it again、please retry、one more time'),
      ja: phrases('再試行、リトライ、やり直して、もう一度、もう一度やって、もう一度試して'),
    },
    audience: 'owner',
    description: '失敗時，從停下來的地方再試一次',
    example: '再試一次',
  },
  {
    name: 'approve-plan',
    words: {
      'zh-TW': phrases('同意計畫、核准、核准計畫、批准、批准計畫、同意、同意這個計畫'),
      en: phrases('approve、approve plan、approve the plan、approved'),
      ja: phrases('承認、計画を承認、承認する、計画に同意'),
    },
    audience: 'owner',
    description: '同意研究計畫，開始搜尋',
    example: '同意計畫',
  },
  {
    name: 'edit-plan',
    words: {
      'zh-TW': phrases('修改計畫、調整計畫、改計畫、更改計畫、修正計畫、修改研究計畫'),
      en: phrases('edit plan、edit the plan、change plan、change the plan'),
      ja: phrases('計画を修正、計画を変更、計画修正、計画の変更'),
    },
    audience: 'owner',
    description: '修改研究計畫',
    example: '修改計畫',
  },
  {
    name: 'new-topic',
    words: {
      'zh-TW': phrases(
        '換題目、新題目、換個題目、換一個題目、換話題、換個話題、換主題、換個主題、新主題、新的題目、下一個題目、換別的題目、結束這個題目',
      ),
      en: phrases('new topic、change topic、change the topic、another topic、different topic'),
      ja: phrases(
        '話題を変える、話題を変えて、新しいテーマ、新しい話題、テーマを変える、別のテーマ',
      ),
    },
    audience: 'anyone',
    description: '放下目前的報告，換一個題目',
    example: '換題目',
  },
  {
    name: 'help',
    words: {
      'zh-TW': phrases(`
        說明、幫助、使用說明、指令、功能、怎麼用、怎麼使用、如何使用、你會什麼、你會做什麼、可以做什麼、怎麼開始
        如何操作、你是誰、你是什麼、選單、你能做什麼、你能幫我做什麼、你可以做什麼、你可以幫我做什麼、你有什麼功能
        有什麼功能、有哪些功能、有哪些指令、指令列表、用法、使用方法、教學、這怎麼用、這個怎麼用、要怎麼用、要怎麼使用
        怎麼使用這個機器人、要怎麼使用這個機器人、我要怎麼問、要怎麼問、可以問什麼、可以問你什麼、選項、你叫什麼名字
        你是機器人嗎、你可以幹嘛、你會幹嘛、你能幹嘛、要怎麼開始、怎麼開始研究、教我怎麼用、介紹你自己、自我介紹
        有沒有說明、有使用說明、這是什麼機器人、你是什麼機器人、求救、不會用、需要幫忙、？
      `),
      en: phrases(
        `help、help me、menu、who are you、usage、commands、how to use、how do i use this、what can you do、how does this work、how do you work、what are you、what is this、what's this bot、how can you help me
        instructions、getting started`,
      ),
      ja: phrases(
        '使い方、ヘルプ、使い方を教えて、何ができますか、何ができる、何ができるの、どう使えばいいですか、どうやって使うの、あなたは誰、これは何ですか、自己紹介、どうすればいい、助けて',
      ),
    },
    audience: 'anyone',
    description: '列出可以說的話',
    example: '說明',
  },
];

/** The words of a command in all languages. */
export function wordsOf(name: CommandName): readonly string[] {
  return COMMANDS.filter((command) => command.name === name).flatMap(({ words }) =>
    Object.values(words).flat(),
  );
}
