import { timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { OutboxMail } from '../embedded-supabase/mail/delivery.ts'
import { isLoopback } from '../env.ts'
import { outboxPage } from './outbox-page.ts'

const NEWEST = 50

export const OUTBOX = '/outbox'

/** Returns where the mails are shown, with the key. */
export function outboxAddress(key: string | null): string | null {
  return key && `${OUTBOX}?key=${key}`
}

/**
 * GET /outbox: the mails that were not sent because no SMTP_URL is set. Whoever reads them can take over
 * accounts, so only someone at this very machine may who has the key of its data folder. The server offers the page
 * where its own address is this machine; a proxy in front might hide from where somebody comes.
 */
export function outbox(folder: string, key: string): RequestHandler {
  return (request, response) => {
    if (!isLocal(request) || !isKey(request.query.key, key)) {
      response.sendStatus(404)
      return
    }
    response.setHeader('Cache-Control', 'no-store')
    response.type('html').send(outboxPage(newest(folder)))
  }
}

function isLocal(request: Request): boolean {
  const address = request.socket.remoteAddress?.replace('::ffff:', '') ?? ''
  const { host = '', ...headers } = request.headers
  const passedOn = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  return isLoopback(address) && isLoopback(host.replace(/:\d+$/, '')) && !passedOn
}

/** Headers that proxies add. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'via',
  'x-real-ip',
  'x-original-forwarded-for',
]

function isKey(given: unknown, key: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
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
