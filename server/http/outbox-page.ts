import type { OutboxMail } from '../embedded-supabase/mail/delivery.ts'

/** The page of /outbox. It runs no script; its looks are the product's tokens, written out. */
export function outboxPage(mails: OutboxMail[]): string {
  const list = mails.map(article).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Kalakal</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><img src="/favicon.svg" alt="" width="32" height="32"><h1>Outbox</h1></header>
<p class="muted">No SMTP_URL is set, so mails stay here, newest first. Only this machine sees this page.</p>
<main>${list || EMPTY}</main>
</body>
</html>`
}

const EMPTY = `<div class="empty"><h2>No e-mail yet</h2>
<p class="muted">The e-mail of a new account or of a forgotten password appears here.</p></div>`

function article(mail: OutboxMail): string {
  return `<article>
<h2>${escaped(mail.subject)}</h2>
<p class="muted">To <b>${escaped(mail.to)}</b>, <time datetime="${escaped(mail.at)}">${at(mail.at)}</time></p>
${mail.file ? fileLink(mail.file) : ''}<div class="parts">
${mail.html ? preview(mail.html) : ''}
<section><h3>As plain text</h3><pre>${linked(escaped(mail.text))}</pre></section>
</div>
</article>`
}

/**
 * Shows a mail in a frame that runs no scripts and reaches nothing of this site; its links open in
 * a new tab.
 */
function preview(html: string): string {
  return `<section><h3>As it looks</h3>
<iframe title="The e-mail as it looks" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(html)}"></iframe></section>`
}

function fileLink({ name, type, content }: NonNullable<OutboxMail['file']>): string {
  return `<p>File: <a download="${escaped(name)}" href="data:${escaped(type)};base64,${content}">${escaped(name)}</a></p>
`
}

function at(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

function linked(text: string): string {
  return text.replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)
}

const STYLE = `
:root { color-scheme: light dark; --paper: #f6f5f0; --surface: #fff; --line: #dfdcd2; --ink: #1c211e; --muted: #5a605b; --accent: #0e5a4a; --focus: #0b6fc2 }
@media (prefers-color-scheme: dark) { :root { --paper: #121513; --surface: #1a1e1c; --line: #2d3330; --ink: #e9ece9; --muted: #a4aca7; --accent: #62c6a8; --focus: #7cc0ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1rem; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, sans-serif }
header { display: flex; align-items: center; gap: .7rem }
h1 { font-size: 1.35rem; margin: 0 } h2 { font-size: 1.05rem; margin: 0 } p { margin: .25rem 0 }
h3 { font-size: .75rem; font-weight: 600; color: var(--muted); margin: 0 0 .4rem }
.muted { color: var(--muted) }
article, .empty { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.25rem; margin: 1rem 0 }
.empty { padding: 3rem 1.25rem; text-align: center }
.parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-top: .9rem }
@media (min-width: 60rem) { .parts { grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr) } }
iframe { display: block; width: 100%; height: 42rem; border: 1px solid var(--line); border-radius: .5rem; resize: vertical }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0 }
a { color: var(--accent) } :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
`
