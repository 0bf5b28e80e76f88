import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A time that a paper of a document was shared. */
export interface SharedEarlier {
  id: string
  title: string
  way: 'link' | 'mail'
  at: string
  by: string
  /** The end of a link; null of a mail. */
  until: string | null
  isOver: boolean
  endedAt: string | null
  opens: number
  lastOpenedAt: string | null
  recipients: readonly string[]
  subject: string | null
  /** The state of the mail; null while it waits. */
  mailResult: string | null
  mayEnd: boolean
}

interface Asked {
  db: Db
  projectId: string
  paper: string
  id: string
}

/** Lists how a paper was shared, newest first. */
export async function listShared({ db, projectId, paper, id }: Asked): Promise<SharedEarlier[]> {
  const args = { p_project: projectId, p_paper: paper, p_document: id }
  const now = Date.now()
  return rows(await db.rpc('shared_of_document', args)).map((each) => ({
    id: each.id,
    title: each.title,
    way: each.way === 'mail' ? 'mail' : 'link',
    at: each.at,
    by: each.by_name,
    until: each.until,
    isOver: each.until !== null && Date.parse(each.until) <= now,
    endedAt: each.ended_at,
    opens: each.opens,
    lastOpenedAt: each.last_opened_at,
    recipients: each.recipients ?? [],
    subject: each.subject,
    mailResult: each.mail_result,
    mayEnd: each.may_end,
  }))
}

/** Returns the addresses to which the last such paper of the same customer, supplier or payee went. */
export async function lastRecipients({ db, projectId, paper, id }: Asked): Promise<string[]> {
  return row(
    await db.rpc('last_recipients', { p_project: projectId, p_paper: paper, p_document: id }),
  )
}
