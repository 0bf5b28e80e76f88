import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { OutboxMail } from '../embedded-supabase/mail.ts'
import { isLoopback } from '../env.ts'
import { outboxPage } from './outbox-page.ts'

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
    response.type('html').send(outboxPage(newest(folder)))
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
