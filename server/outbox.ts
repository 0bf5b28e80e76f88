import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { OutboxMail } from './embedded-supabase/mail.ts'
import { isLoopback } from './env.ts'

const NEWEST = 50

/**
 * GET /outbox: the mails that were not sent because no SMTP_URL is set. Whoever reads them can take over
 * accounts, so only someone at this very machine may: no proxy in between.
 */
export function outbox(folder: string): RequestHandler {
  return (request, response) => {
    if (!isLocal(request)) {
      response.sendStatus(404)
      return
    }
    response.setHeader('Cache-Control', 'no-store')
    response.type('html').send(page(newest(folder)))
  }
}

function isLocal(request: Request): boolean {
  const address = request.socket.remoteAddress?.replace('::ffff:', '') ?? ''
  return isLoopback(address) && !request.headers['x-forwarded-for'] && !request.headers.forwarded
}

function newest(folder: string): OutboxMail[] {
  const outbox = path.join(folder, 'outbox')
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
      .slice(0, NEWEST)
      .map((name) => JSON.parse(readFileSync(path.join(outbox, name), 'utf8')) as OutboxMail)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function page(mails: OutboxMail[]): string {
  const items = mails.map(
    (mail) => `<article><h2>${html(mail.subject)}</h2>
<p>To <b>${html(mail.to)}</b>, ${html(mail.at)}</p>
<pre>${linked(html(mail.text))}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox · Kalakal</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem } h2 { font-size: 1rem; margin: 0 } p { margin: .2rem 0; opacity: .75 }
article { border: 1px solid #8885; border-radius: .5rem; padding: .8rem 1rem; margin: 1rem 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .6rem 0 0 }
</style>
<h1>Outbox</h1>
<p>No SMTP_URL is set, so mails stay here, newest first. Only this machine sees this page.</p>
${items.join('\n') || '<p>No mail yet.</p>'}</html>`
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

function linked(text: string): string {
  return text.replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)
}
