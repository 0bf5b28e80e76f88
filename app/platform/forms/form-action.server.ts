import type { Submission, SubmissionResult } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, TypedResponse } from '@remix-run/node'
import type { z } from 'zod/mini'
import { requirePermission } from '../access/guard.server'
import type { Permission } from '../access/permissions'
import { type CommandError, type CommandResult, commandRunner } from '../db/command.server'
import type { Db, Identity, Membership } from '../request/context'
import { problem } from '../request/errors'
import { reply } from '../request/reply.server'
import { redirectWithToast, type ToastMessage } from '../request/toast.server'
import type { Picks } from './choices'
import { type Lookup, readPicks } from './choices.server'
import { readForm, readIdempotencyKey, refused } from './form.server'

type Schema = z.core.$ZodType<Record<string, unknown>, Record<string, unknown>>
type Result = SubmissionResult<string[]>
type AnyOf = Permission | readonly [Permission, ...Permission[]]

/** A form that was sent to a page, who sent it, and the document that it is about. */
export interface Sent<D = unknown> {
  db: Db
  user: Identity
  project: Membership
  projectId: string
  /** The `:id` of the address; empty where it has none. */
  id: string
  url: URL
  form: FormData
  intent: string
  document: D
  /** Holds the answers to the pickers of the form; empty without the option `pickers`. */
  picks: Picks
  /** @throws the 400 page when the form has none. */
  readonly idempotencyKey: string
  /** Runs a command in this project under the form's idempotency key. */
  readonly run: ReturnType<typeof commandRunner>
}

/** The same with what was typed, valid or not. */
interface Typed<D> extends Sent<D> {
  payload: Record<string, unknown>
}

interface Read<D, X> extends Typed<D> {
  /** Reads what the page shows beside the form, once. */
  page(): Promise<X>
}

/** The end of a form that was accepted: a message, on this page unless `to` is another. */
type Done = string | { to?: string; text: string; tone?: ToastMessage['tone'] }

/** Defines one form of a page: its schema and its command. */
export interface Intent<S extends Schema, R, D, X> {
  /** Asked for besides the permission of the action. */
  permission?: AnyOf
  schema: S
  /** Changes the form before the schema reads it, as `useCommandForm` does in the browser. */
  prepare?: (form: FormData) => FormData
  command: (sent: Read<D, X> & { value: z.output<S> }) => Promise<CommandResult<R>>
  /** Renames the field of a refusal; a field that the schema has not is none: the form's banner says it. */
  fieldOf?: (field: string, sent: Read<D, X> & { value: z.output<S> }) => string | undefined
  done: string | ((data: R, sent: Read<D, X> & { value: z.output<S> }) => Done | Promise<Done>)
}

/** Answers a form by itself, such as a preview. */
type Handler<D, A> = ((sent: Sent<D>) => Promise<A>) & { permission?: AnyOf }

interface Options<D, X, B> {
  permission: AnyOf
  /** Reads the document that the form is about, before the form is read. */
  document?: (sent: Sent) => Promise<D>
  /** The choices of the form's pickers, by field, for a name that was typed without scripts. */
  pickers?: (sent: Sent) => Record<string, Lookup>
  /** Reads what goes back beside the form, such as documents that are like it. */
  page?: (sent: Typed<D>) => Promise<X>
  /** Makes the answer to a form that goes back; by default conform's result, with what `page` read. */
  answer?: (lastResult: Result, sent: Read<D, X>, error?: CommandError) => B | Promise<B>
}

type Answer<X, B> = unknown extends B
  ? unknown extends X
    ? Result
    : { lastResult: Result } & X
  : B

type Reply<X, B> = TypedResponse<Answer<X, B>>

/** Makes the action of one form: typed by its schema and its command. */
export type MakeIntent<D, X = unknown, B = unknown> = <S extends Schema, R>(
  intent: Intent<S, R, D, X>,
) => Handler<D, Reply<X, B>>

/**
 * The action of a page with several forms, told apart by their field `intent`; the intent `default` takes the others.
 * Each form passes the guards, is read by its schema, runs its command and ends with a message, or goes back with what
 * was typed: 422 when it cannot be read, else the status of the refusal, which stands at its field where the form has it.
 */
export function formActions<D = unknown, X = unknown, B = unknown, A = never>(
  options: Options<D, X, B> & {
    /** Tells the forms apart; by default their field `intent` does. */
    intentOf?: (form: FormData) => string
    intents: (intent: MakeIntent<D, X, B>) => Record<string, Handler<D, A | Reply<X, B>>>
  },
) {
  const intents = options.intents((intent) =>
    Object.assign((sent: Sent<D>) => handle(options, intent, sent), {
      permission: intent.permission,
    }),
  )
  return async ({ request, params, context }: ActionFunctionArgs): Promise<A | Reply<X, B>> => {
    const { db, user, project } = await requirePermission(context, ...listOf(options.permission))
    const { projectId } = project
    const form = await readForm(request, project)
    const intent = options.intentOf?.(form) ?? String(form.get('intent') ?? '')
    const handler = Object.hasOwn(intents, intent) ? intents[intent] : intents.default
    if (!handler) throw problem(400)
    if (handler.permission) await requirePermission(context, ...listOf(handler.permission))
    const sent: Sent = {
      ...{ db, user, project, projectId, form, intent, document: undefined },
      picks: { searches: {}, chosen: [] },
      ...{ id: params.id ?? '', url: new URL(request.url) },
      get idempotencyKey() {
        return readIdempotencyKey(form)
      },
      get run() {
        return commandRunner(db, projectId, readIdempotencyKey(form))
      },
    }
    if (options.pickers) sent.picks = await readPicks(form, options.pickers(sent))
    return handler(Object.assign(sent, { document: (await options.document?.(sent)) as D }))
  }
}

/** The action of a page with one form. */
export function formAction<S extends Schema, R, D = unknown, X = unknown, B = unknown>(
  options: Options<D, X, B> & Intent<S, R, D, X>,
) {
  const { permission: _, ...intent } = options as Intent<S, R, D, X>
  return formActions({ ...options, intents: (make) => ({ default: make(intent) }) })
}

async function handle<S extends Schema, R, D, X, B>(
  options: Options<D, X, B>,
  intent: Intent<S, R, D, X>,
  sent: Sent<D>,
): Promise<Reply<X, B>> {
  const form = intent.prepare ? intent.prepare(sent.form) : sent.form
  const submission: Submission<z.output<S>, string[]> = parseWithZod(form, {
    schema: intent.schema,
  })
  let page: Promise<X> | undefined
  const read: Read<D, X> = Object.assign(sent, {
    payload: submission.payload,
    page: () => (page ??= options.page!(read)),
  })
  const answer = async (lastResult: Result, status: number, error?: CommandError) => {
    const body = options.answer
      ? await options.answer(lastResult, read, error)
      : options.page
        ? { lastResult, ...(await read.page()) }
        : lastResult
    const withPicks = options.pickers ? { ...body, picks: sent.picks } : body
    return reply(withPicks as Answer<X, B>, status)
  }
  if (submission.status !== 'success')
    return answer(submission.reply(), submission.status === 'error' ? 422 : 200)
  const valid = Object.assign(read, { value: submission.value })
  const result = await intent.command(valid)
  if (!result.ok) {
    const { error } = result
    const named = error.field && (intent.fieldOf ? intent.fieldOf(error.field, valid) : error.field)
    const field = named && hasField(intent.schema, named) ? named : undefined
    return answer(refused(submission, { ...error, field }), error.status, error)
  }
  const done = typeof intent.done === 'string' ? intent.done : await intent.done(result.data, valid)
  if (typeof done === 'string') return redirectWithToast(sent.url.pathname, done)
  return redirectWithToast(done.to ?? sent.url.pathname, done.text, done.tone)
}

const rootOf = (name: string) => name.split(/[.[]/, 1)[0]

function hasField(schema: Schema, name: string): boolean {
  return Object.keys(getZodConstraint(schema)).some((known) => rootOf(known) === rootOf(name))
}

const listOf = (anyOf: AnyOf) => (typeof anyOf === 'string' ? ([anyOf] as const) : anyOf)
