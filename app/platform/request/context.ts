import type { SupabaseClient } from '@supabase/supabase-js'
import type { Permission, Role } from '../access/permissions'
import type { Database } from '../db/database.types'
import type { Logos } from './logos'

/** The database as the signed-in person: every query runs under row-level security. */
export type Db = SupabaseClient<Database>

export type BackendName = 'embedded' | 'postgres' | 'supabase'

/** The state of the installation. What cannot be known of this backend is null. */
export interface SystemState {
  version: string
  /** The commit from which the running program was built, with "-dirty" behind it when files differed; null where unknown. */
  commit: string | null
  /** The version of Node. */
  node: string
  backend: BackendName
  /** Null where the database does not answer. */
  database: {
    /** The version of PostgreSQL; Supabase does not tell it, nor the size. */
    version: string | null
    bytes: number | null
    /** The applied migrations, newest first, each with the version of the program that applied it where that is known. */
    migrations: { version: string; name: string | null; program: string | null }[]
    /** Files of this version that are still to be applied. */
    pending: string[]
  } | null
  folder: string | null
  /** Free space of the disk of the data folder. */
  freeMiB: number | null
  /** The free space below which nothing is saved. */
  reserveMiB: number
  /** Backups that upgrades made, and the last one of `npm run backup`, newest first; null without a data folder. */
  backups: KeptBackup[] | null
  /** The mail server; null where mails are kept in the outbox, or Supabase sends them. */
  mailServer: string | null
  /** Number of mails in the outbox. */
  keptMails: number
  /** Now, for the age of backups. */
  at: string
}

/** A backup on the disk of the server. */
export interface KeptBackup {
  /** The moment at which it was made, in ISO 8601. */
  made: string
  /** The version of the program that made it; null where the folder cannot be read as a backup. */
  version: string | null
  path: string
  /** Its size; null where it is no longer at its place. */
  bytes: number | null
}

/** The decisions that who made the document does not take. */
export type SecondPersonRule =
  | 'credit_lines'
  | 'credit_override'
  | 'memos'
  | 'payee_accounts'
  | 'product_edits'
  | 'receipts'
  | 'vouchers'
  | 'write_offs'

/**
 * A project's settings that screens read; the database checks their shape. Those that not every role of the web reads are
 * optional (`private.current_identity`); field roles read `drr_label` alone.
 */
export interface ProjectSettings {
  allow_back_orders: boolean
  age_by: 'due' | 'document'
  /** The last days of the ageing buckets, ascending. The bucket above them has no end. */
  ageing_buckets: number[]
  drr_label: string
  /** So many days back an act of a phone counts on its own day without a decision of the office. */
  field_days?: number
  /** The cost at which the inventory report values stock by default. */
  stock_cost?: 'default' | 'average'
  /** VAT in percent; 0 = none. A booking keeps the one of its validation. */
  vat_percent?: number
  /** False when VAT comes on top of prices and costs. */
  prices_include_vat?: boolean
  /** Percentage of the current SRP below which a price needs an override; free goods always do. */
  price_floor_percent?: number
  /** False for a seller who is not registered for VAT. */
  vat_registered?: boolean
  /** Five digits after the nine of the TIN; null = those of the TIN. */
  branch_code?: string | null
  /** The digits that an invoice number gets at least; null = as typed. */
  serial_digits?: number | null
  /** Texts at the foot of invoices. */
  invoice_note?: string
  authority_note?: string
  /** Total above which a voucher needs approval, as exact text; null = none does. */
  voucher_approval_above: string | null
  /** Amount above which a credit or debit memo needs approval, as exact text; null = none does. */
  memo_approval_above: string | null
  /** The rules of separation of duties; each needs a second person when true. */
  maker_checker: Record<SecondPersonRule, boolean>
}

/** One active membership in one active project. */
export interface Membership {
  projectId: string
  projectName: string
  /** True for the person's own company with made-up figures. */
  sample: boolean
  role: Role
  permissions: Permission[]
  timeZone: string
  currency: string
  title: string | null
  address: string | null
  /** The books are closed through this day: no ledger entry is posted on it or before. Null = nothing is closed. */
  closedThrough: string | null
  logos: Logos
  settings: ProjectSettings
  /** The settings whose stored value is not known: others stand in their place until they are repaired. */
  toRepair: string[]
}

/** The verified person behind a request. */
export interface Identity {
  userId: string
  email: string
  displayName: string
  isAdmin: boolean
  memberships: Membership[]
}

/**
 * The server hands this to every loader and action. A request has one Supabase client, never more.
 */
interface RequestContext {
  db: Db
  /** Null when signed out, or when the account is deactivated. */
  identity: Identity | null
  /** Project id from the cookie, not verified: guards compare it with the memberships. */
  projectCookie: string | null
  requestId: string
  /** True when the request sends a form. */
  sent: boolean
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string
  backend: BackendName
  /** Somebody works in a demo company: a banner says so. */
  demo: boolean
  /** The app's own origin, for links in mails. */
  origin: string
  /** The client's address, as far as the proxy in front is trusted to tell it. */
  address: string
  /** The client's User-Agent. */
  device: string
  /** Hash of the cookie by which this browser is known again after a sign-in. */
  browserKey: string
  /** Leaves that cookie in the browser. */
  rememberBrowser(): void
  /** Address of the mails that are kept instead of being sent; null when they are sent. */
  outbox: string | null
  /** Tells whether the server sends its own mails, keeps them in the outbox, or has no settings for either. */
  mails: 'sent' | 'kept' | 'none'
  /** The public key of this server for web push, base64url. */
  pushKey: string
  /** The disk has no room: what is there can be read, nothing is saved. */
  readOnly: boolean
  /** Reads the state of the installation, for its administrator. */
  systemState(): Promise<SystemState>
  runOnThread: RunOnThread
  readOnThread: ReadOnThread
  /** The same for a file that is written, with a queue of its own: who prints does not wait for what others send. */
  writeOnThread: ReadOnThread
}

/**
 * Makes a file on a thread of its own, out of messages that are sent to it one after the other.
 *
 * @param program one of server/programs.mjs.
 */
export type RunOnThread = (
  program: 'workbook',
  messages: Iterable<object> | AsyncIterable<object>,
) => Promise<Uint8Array>

/**
 * Has a program on a thread with limits of memory and time do one piece of work, and returns its answer, or the limit that it
 * went over.
 *
 * @param program one of server/programs.mjs.
 */
export type ReadOnThread = <Answer>(
  program: 'sheet' | 'pdf',
  message: object,
) => Promise<
  { over: null; answer: Answer } | { over: 'time' | 'memory' | 'busy'; answer?: undefined }
>

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
}
