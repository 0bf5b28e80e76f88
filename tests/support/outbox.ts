import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSecrets, outboxKey } from '../../server/data-folder.ts'
import type { OutboxMail } from '../../server/embedded-supabase/mail/delivery.ts'
import { outboxAddress } from '../../server/http/outbox.ts'

/** The mails in a data folder's outbox, newest first. */
export function readOutbox(folder: string): OutboxMail[] {
  const outbox = path.join(folder, 'outbox')
  if (!existsSync(outbox)) return []
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => JSON.parse(readFileSync(path.join(outbox, name), 'utf8')) as OutboxMail)
}

/** Returns the address at which the server of a data folder shows its mails. */
export async function outboxAt(folder: string): Promise<string> {
  return outboxAddress(outboxKey(await openSecrets(folder)))!
}

/** The newest mails to one address with a text in them, once there are `count` of them: nobody waits for a mail to be sent. */
export async function mailsTo(
  folder: string,
  email: string,
  count: number,
  text = '',
): Promise<OutboxMail[]> {
  for (let n = 0; n < 100; n++) {
    const mails = readOutbox(folder).filter((mail) => mail.to === email && mail.text.includes(text))
    if (mails.length >= count) return mails
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`There are fewer than ${count} mails to ${email}.`)
}

/** Path and query of a mail's link. */
export function linkIn({ text }: Pick<OutboxMail, 'text'>): string {
  const { pathname, search } = new URL(/https?:\S+\/verification\?\S+/.exec(text)![0])
  return pathname + search
}
