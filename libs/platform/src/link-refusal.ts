/**
 * The page for whoever has no valid link. It is the same for a link that expired, one that was tampered
 * with and a report that does not exist: strangers must not learn which runs there are.
 */
export const LINK_REFUSAL_PAGE = `<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>連結已過期</title>
</head>
<body>
<main>
<h1>連結已過期</h1>
<p>連結已過期，請在 LINE 輸入「連結」取得新的連結。</p>
</main>
</body>
</html>
`;
