import { rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import {
  type About,
  addressOfAbout,
  type NotificationKind,
  noticeDetail,
  noticeTitle,
} from './kinds'

/** A notification in the list. */
export interface Notification {
  id: string
  title: string
  detail: string
  from: string | null
  to: string
  at: string
  isRead: boolean
}

interface Reader {
  db: Db
  userId: string
  projectId: string
  currency: string
}

const COLUMNS =
  'id, kind, document_kind, document_id, document_no, party, amount::text, from_user, created_at, read_at'

/** Reads a page of the reader's notifications in a project, the newest first. */
export async function listNotifications(
  { db, userId, projectId, currency }: Reader,
  keyset: Keyset,
): Promise<Page<Notification>> {
  const page = await readPage(
    keyset,
    db
      .from('notifications')
      .select(COLUMNS)
      .eq('project_id', projectId)
      .eq('user_id', userId)
      .eq('in_app', true),
  )
  const names = await namesOf(db, page.rows)
  return {
    ...page,
    rows: page.rows.map((read) => {
      const about: About = {
        kind: read.kind,
        documentKind: read.document_kind,
        documentId: read.document_id,
        documentNo: read.document_no,
        party: read.party,
        amount: read.amount === null ? null : money(read.amount),
        from: names.get(read.from_user ?? '') ?? null,
      }
      return {
        id: read.id,
        title: noticeTitle(about),
        detail: noticeDetail(about, currency),
        from: about.from,
        to: addressOfAbout(about),
        at: read.created_at,
        isRead: read.read_at !== null,
      }
    }),
  }
}

async function namesOf(db: Db, found: readonly { from_user: string | null }[]) {
  const ids = [...new Set(found.flatMap(({ from_user }) => from_user ?? []))]
  const people =
    ids.length === 0
      ? []
      : rows(await db.from('profiles').select('user_id, display_name').in('user_id', ids))
  return new Map(people.map(({ user_id, display_name }) => [user_id, display_name]))
}

/** The way in which the reader is told of a kind of event; null: never in this way. */
export interface Ways {
  kind: NotificationKind
  inApp: boolean | null
  byMail: boolean | null
  byPush: boolean | null
}

/** Reads how the reader wants to be told of each kind that the role sees. */
export async function readWays(db: Db, projectId: string): Promise<Ways[]> {
  const found = rows(await db.rpc('notification_settings', { p_project: projectId }))
  return found.map(({ kind, in_app, by_mail, by_push }) => ({
    kind: kind as NotificationKind,
    inApp: in_app,
    byMail: by_mail,
    byPush: by_push,
  }))
}

/** A browser of the reader that gets pushes. */
export interface PushBrowser {
  id: string
  device: string | null
  at: string
  /** True for the browser of this request. */
  isThis: boolean
}

/** Lists the reader's browsers that get pushes. */
export async function listBrowsers(
  db: Db,
  userId: string,
  browser: string,
): Promise<PushBrowser[]> {
  const found = rows(
    await db
      .from('push_subscriptions')
      .select('id, browser, device, created_at')
      .eq('user_id', userId)
      .order('id'),
  )
  return found.map(({ id, device, created_at, browser: key }) => ({
    id,
    device,
    at: created_at,
    isThis: key === browser,
  }))
}
