import type { Submission, SubmissionResult } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, AppLoadContext, TypedResponse } from '@remix-run/node'
import type { z } from 'zod/mini'
import { requireAdmin, requirePermission, requireUser } from '../access/guard.server'
import type { Permission } from '../access/permissions'
import {
  adminCommandRunner,
  type CommandError,
  type CommandResult,
  commandRunner,
} from '../db/command.server'
import type { Db, Identity, Membership } from '../request/context'
import { problem } from '../request/errors'
import { listPlaceOf, withListPlace } from '../request/list-place'
import { reply } from '../request/reply.server'
import { redirectWithToast, type ToastMessage } from '../request/toast.server'
import type { Picks } from './choices'
import { type Lookups, readPicks } from './choices.server'
import { readFields, readForm, readIdempotencyKey, refused } from './form.server'
import { withOpenDays } from './open-days'
import { ASK, withAskedIntent } from './own-result'

type Schema = z.core.$ZodType<Record<string, unknown>, Record<string, unknown>>
type Result = SubmissionResult<string[]>
type AnyOf = Permission | readonly [Permission, ...Permission[]]

/** A form that was sent to a page, who sent it, and the document that it is about. */
export interface SentForm<D> {
  db: Db
  user: Identity
  context: AppLoadContext
  /** The `:id` of the address; empty where it has none. */
  id: string
  url: URL
  form: FormData
  intent: string
  document: D
  /** Holds the names that were typed into pickers and are not exactly one choice's, by field. */
  searches: Picks['searches']
  /** Reads what the pickers of a form that goes back show; nothing without the option `pickers`. */
  picks(): Promise<Picks>
  /** @throws the 400 page when the form has none. */
  readonly idempotencyKey: string
}

/** A form of a project. */
export interface Sent<D = unknown> extends SentForm<D> {
  project: Membership
  projectId: string
  /** Runs a command in this project under the form's idempotency key. */
  run: ReturnType<typeof commandRunner>
}

/** A form of the platform administrator. */
export interface AdminSent<D = unknown> extends SentForm<D> {
  /** Runs a command under the form's idempotency key. */
  run: ReturnType<typeof adminCommandRunner>
}

/** The same with what was typed, valid or not. */
type Typed<C> = C & { payload: Record<string, unknown> }

/** Reads what the page shows beside the form, once. */
type Read<C, X> = Typed<C> & { page(): Promise<X> }

/** A form that its schema accepts. */
type Valid<S extends Schema, C, X> = Read<C, X> & {
  value: z.output<S>
  submission: Submission<z.output<S>, string[]>
}

/**
 * The end of a form that was accepted: a message, on this page unless `to` is another. After "Save and new" the page begins
 * anew, and the message links to what was `saved`, or to that other page.
 */
type Done = string | { to?: string; saved?: string; text: string; tone?: ToastMessage['tone'] }

/** Describes one form of a page. */
interface FormOptions<S extends Schema, R, C, X, B> {
  schema: S | ((sent: C) => S)
  /** Changes the form before the schema reads it, as `useCommandForm` does in the browser. */
  prepare?: (form: FormData) => FormData
  /** Fields that are never sent back, such as passwords. */
  hideFields?: string[]
  command: (sent: Valid<S, C, X>) => Promise<CommandResult<R>>
  /** Renames the field of a refusal; a field that the schema has not is none: the form's banner says it. */
  fieldOf?: (field: string, sent: Valid<S, C, X>) => string | undefined
  /** The message of success, or the answer of a page that shows more than a message. */
  done: string | ((data: R, sent: Valid<S, C, X>) => End<X, B> | Promise<End<X, B>>)
}

/** One of several forms of a page. */
interface Intent<S extends Schema, R, C, X, B> extends FormOptions<S, R, C, X, B> {
  /** A permission that the form needs besides the one of the action. */
  permission?: AnyOf
}

/** Answers a form alone, such as a preview. */
type Handler<C, A> = ((sent: C) => Promise<A>) & { permission?: AnyOf }

interface PageOptions<D, Unread, C, X, B> {
  /** Reads the document that the form is about, before the form is read. */
  document?: (sent: Unread) => Promise<D>
  /** The choices of the form's pickers, by field, for a name that was typed without scripts. */
  pickers?: (sent: Unread) => Lookups
  /** Reads what goes back beside the form, such as documents that are like it. */
  page?: (sent: Typed<C>) => Promise<X>
  /** Makes the answer to a form that goes back; by default conform's result, with what `page` read. */
  answer?: (lastResult: Result, sent: Read<C, X>, error?: CommandError) => B | Promise<B>
}

interface ProjectOptions<D, X, B> extends PageOptions<D, Sent, Sent<D>, X, B> {
  /** Any of these; null when every member of the project may send the form. */
  permission: AnyOf | null | ((request: Request) => AnyOf)
}

type AdminOptions<D, X, B> = PageOptions<D, AdminSent, AdminSent<D>, X, B>

type Answer<X, B> = unknown extends B
  ? unknown extends X
    ? Result
    : { lastResult: Result } & X
  : B

type Reply<X, B> = TypedResponse<Answer<X, B>>

type End<X, B> = Done | Reply<X, B>

/** Makes the action of one form: typed by its schema and its command. */
export type Make<C, X, B> = <S extends Schema, R>(
  intent: Intent<S, R, C, X, B>,
) => Handler<C, Reply<X, B>>

/** The same for a form of a project. */
export type MakeIntent<D, X = unknown, B = unknown> = Make<Sent<D>, X, B>

/** The same for a form of the administrator. */
export type MakeAdminIntent<D, X = unknown, B = unknown> = Make<AdminSent<D>, X, B>

interface Intents<C, X, B, A> {
  /** Tells the forms apart; by default their field `intent` does. */
  intentOf?: (form: FormData) => string
  intents: (intent: Make<C, X, B>) => Record<string, Handler<C, A | Reply<X, B>>>
}

/**
 * The action of a page with several forms, told apart by their field `intent`; the intent `default` takes the others.
 * Each form passes the guards, is read by its schema, runs its command and ends with a message, or goes back with what
 * was typed: 422 when it cannot be read, else the status of the refusal, which stands at its field where the form has it.
 */
export function formActions<D = unknown, X = unknown, B = unknown, A = never>(
  options: ProjectOptions<D, X, B> & Intents<Sent<D>, X, B, A>,
) {
  const find = finderOf(options)
  return async ({ request, params, context }: ActionFunctionArgs): Promise<A | Reply<X, B>> => {
    const { permission } = options
    const { db, user, project } = await requireMember(
      context,
      typeof permission === 'function' ? permission(request) : permission,
    )
    const { projectId } = project
    const form = await readForm(request, project)
    const { intent, handler } = find(form)
    if (handler.permission) await requirePermission(context, ...listOf(handler.permission))
    const base = baseOf(request, params, context, { db, user, form, intent })
    const run = ((name, args) =>
      commandRunner(db, projectId, readIdempotencyKey(form))(name, args)) as Sent['run']
    return handler(await complete(Object.assign(base, { project, projectId, run }), options))
  }
}

/** The action of a page with one form. */
export function formAction<S extends Schema, R, D = unknown, X = unknown, B = unknown>(
  options: ProjectOptions<D, X, B> & FormOptions<S, R, Sent<D>, X, B>,
) {
  return formActions({
    ...options,
    intents: (make) => ({ default: make({ ...options, permission: undefined }) }),
  })
}

/** The action of an administrator's page with several forms; they belong to no project. */
export function adminActions<D = unknown, X = unknown, B = unknown, A = never>(
  options: AdminOptions<D, X, B> & Intents<AdminSent<D>, X, B, A>,
) {
  const find = finderOf(options)
  return async ({ request, params, context }: ActionFunctionArgs): Promise<A | Reply<X, B>> => {
    const { db, user } = await requireAdmin(context)
    const form = await readFields(request)
    const { intent, handler } = find(form)
    const base = baseOf(request, params, context, { db, user, form, intent })
    const run = ((name, args) =>
      adminCommandRunner(db, readIdempotencyKey(form))(name, args)) as AdminSent['run']
    return handler(await complete(Object.assign(base, { run }), options))
  }
}

/** The action of an administrator's page with one form. */
export function adminAction<S extends Schema, R, D = unknown, X = unknown, B = unknown>(
  options: AdminOptions<D, X, B> & FormOptions<S, R, AdminSent<D>, X, B>,
) {
  return adminActions({ ...options, intents: (make) => ({ default: make(options) }) })
}

/** Finds the handler of a form that was sent. */
function finderOf<D, Unread, C extends SentForm<D>, X, B, A>(
  options: PageOptions<D, Unread, C, X, B> & Intents<C, X, B, A>,
) {
  const handlers = options.intents((intent) =>
    Object.assign((sent: C) => handle(options, intent, sent), { permission: intent.permission }),
  )
  return (form: FormData) => {
    withAskedIntent(form)
    const intent = options.intentOf?.(form) ?? String(form.get('intent') ?? '')
    const handler = Object.hasOwn(handlers, intent) ? handlers[intent] : handlers.default
    if (!handler) throw problem(400)
    return { intent, handler }
  }
}

async function handle<S extends Schema, R, D, Unread, C extends SentForm<D>, X, B>(
  options: PageOptions<D, Unread, C, X, B>,
  intent: Intent<S, R, C, X, B>,
  sent: C,
): Promise<Reply<X, B>> {
  const form = intent.prepare ? intent.prepare(sent.form) : sent.form
  const schema = withOpenDays(
    typeof intent.schema === 'function' ? intent.schema(sent) : intent.schema,
    (sent as { project?: Membership }).project?.closedThrough ?? null,
  )
  const { hideFields } = intent
  const submission: Submission<z.output<S>, string[]> = parseWithZod(form, { schema })
  let page: Promise<X> | undefined
  const read: Read<C, X> = Object.assign(sent, {
    payload: submission.payload,
    page: () => (page ??= options.page!(read)),
  })
  const answer = async (lastResult: Result, status: number, error?: CommandError) => {
    const body = options.answer
      ? await options.answer(lastResult, read, error)
      : options.page
        ? { lastResult, ...(await read.page()) }
        : lastResult
    const withPicks = options.pickers ? { ...body, picks: await sent.picks() } : body
    return reply(withPicks as Answer<X, B>, status)
  }
  if (submission.status !== 'success')
    return answer(submission.reply({ hideFields }), submission.status === 'error' ? 422 : 200)
  // A field that may be empty would lose the name that was typed.
  const unclear = Object.keys(sent.searches).map((name) => [name, [CHOOSE]])
  if (unclear.length > 0)
    return answer(submission.reply({ hideFields, fieldErrors: Object.fromEntries(unclear) }), 422)
  // An act on several documents is first asked about without scripts: the page says what it will do.
  if (sent.form.has(ASK)) return answer(submission.reply({ hideFields }), 200)
  const valid = Object.assign(read, { value: submission.value, submission })
  const result = await intent.command(valid)
  if (!result.ok) {
    const { error } = result
    const named = error.field && (intent.fieldOf ? intent.fieldOf(error.field, valid) : error.field)
    const field = named && hasField(schema, named) ? named : undefined
    return answer(refused(submission, { ...error, field }, hideFields), error.status, error)
  }
  // The document keeps its place in the list that it was opened from.
  const here = withListPlace(sent.url.pathname, listPlaceOf(sent.url.searchParams))
  const done = typeof intent.done === 'string' ? intent.done : await intent.done(result.data, valid)
  if (typeof done === 'string') return redirectWithToast(here, done)
  if ('headers' in done) return done
  if (sent.form.get('then') === 'another') {
    const again = `${sent.url.pathname}?last=${sent.idempotencyKey}`
    return redirectWithToast(again, done.text, done.tone, done.saved ?? done.to)
  }
  const to = done.to === undefined || done.to === sent.url.pathname ? here : done.to
  return redirectWithToast(to, done.text, done.tone)
}

/** Guards a form of a project. */
async function requireMember(context: AppLoadContext, anyOf: AnyOf | null) {
  if (anyOf) return requirePermission(context, ...listOf(anyOf))
  const { db, user, project } = await requireUser(context)
  if (!project) throw problem(403)
  return { db, user, project }
}

/** Returns a form that was sent, before its pickers and its document are read. */
function baseOf(
  request: Request,
  params: ActionFunctionArgs['params'],
  context: AppLoadContext,
  sent: Pick<SentForm<unknown>, 'db' | 'user' | 'form' | 'intent'>,
): SentForm<undefined> {
  const { form } = sent
  return {
    ...sent,
    context,
    id: params.id ?? '',
    url: new URL(request.url),
    document: undefined,
    searches: {},
    picks: async () => ({ searches: {}, chosen: [] }),
    get idempotencyKey() {
      return readIdempotencyKey(form)
    },
  }
}

/** Reads the pickers of a form and the document that it is about. */
async function complete<D, Unread extends SentForm<unknown>, C, X, B>(
  sent: Unread,
  options: PageOptions<D, Unread, C, X, B>,
): Promise<Omit<Unread, 'document'> & { document: D }> {
  if (options.pickers) Object.assign(sent, await readPicks(sent.form, options.pickers(sent)))
  return Object.assign(sent, { document: (await options.document?.(sent)) as D })
}

/** The answer to a typed name that is not exactly one choice's, where a field may be empty. */
const CHOOSE = 'Choose one from the list, or clear the name.'

const rootOf = (name: string) => name.split(/[.[]/, 1)[0]

function hasField(schema: Schema, name: string): boolean {
  return Object.keys(getZodConstraint(schema)).some((known) => rootOf(known) === rootOf(name))
}

const listOf = (anyOf: AnyOf) => (typeof anyOf === 'string' ? ([anyOf] as const) : anyOf)
