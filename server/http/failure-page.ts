import type { Problem } from '../../app/platform/request/errors.ts'

interface Options extends Problem {
  status: number
  requestId: string
  /** It answers a form: a link would leave behind what was typed. */
  sent: boolean
}

/** The product's look without the product: for when nothing of it could answer. */
export function failurePage({ status, title, message, requestId, sent }: Options): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Kalakal</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand"><img src="/favicon.svg" alt="" width="24" height="24"> Kalakal</p>
<p class="status">${status}</p>
<h1>${title}</h1>
<p>${message}</p>
${sent ? '<p>Reload this page to send your entries again; they are saved only once.</p>' : '<p><a href="">Try again</a></p>'}
<p class="reference">Reference ${requestId}</p>
</main>
</body>
</html>`
}

// The tokens of app/styles/app.css, which may not be there to be asked for.
const STYLE = `
:root { color-scheme: light dark; --paper: #f6f5f0; --surface: #fff; --line: #dfdcd2; --ink: #1c211e; --muted: #5a605b; --accent: #0e5a4a; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --paper: #121513; --surface: #1a1e1c; --line: #2d3330; --ink: #e9ece9; --muted: #a4aca7; --accent: #62c6a8; --on-accent: #05231b } }
* { margin: 0 }
body { display: grid; min-height: 100dvh; place-items: center; padding: 1.5rem; box-sizing: border-box; background: var(--paper); color: var(--ink); font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { width: 100%; max-width: 28rem; box-sizing: border-box; padding: 2rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); text-align: center; color: var(--muted) }
.brand { display: inline-flex; align-items: center; gap: 8px; font-size: 16px; font-weight: 600; color: var(--ink) }
.status { margin-top: 1.5rem; font-size: 2.25rem; font-weight: 600 }
h1 { margin: .5rem 0; font-size: 1.125rem; color: var(--ink) }
a { display: inline-block; margin: 1.5rem 0; padding: .5rem .875rem; border-radius: 6px; background: var(--accent); color: var(--on-accent); font-weight: 500; text-decoration: none }
.reference { font: 12px ui-monospace, Menlo, Consolas, monospace }
`
