import { randomUUID } from 'node:crypto'
import { parse, type Submission, type SubmissionResult } from '@conform-to/react'
import type { TypedResponse } from '@remix-run/node'
import type { CommandError } from '../db/command.server'
import type { Membership } from '../request/context'
import { problem } from '../request/errors'
import { reply } from '../request/reply.server'
import { isId } from '../values/ids'

/** The names of our form fields: `so_no`, `lines[2].quantity`, `now.<id>`, `cell.12.3`. */
const NAME = /^[\w-]+(?:\[\d{0,3}\](?:\.[a-z]\w*)?|(?:\.[\w-]+){1,3})?$/
/** The press of a button that changes a list, and what conform would take for its own memory. */
const PRESS = '__intent__'
const STATE = '__state__'

/** The most fields of a form: the sheet of a count has three for each product. */
const MOST_FIELDS = 40_000
/** The most fields of one name: conform copies the earlier ones for each. No list of ours takes more than 500. */
const MOST_OF_A_NAME = 1000
/** The most letters of a field, but for the rows that somebody pastes or imports, which have limits of their own. */
const LONGEST = 20_000
const ROWS = ['pasted', 'sheet']

/**
 * Reads the fields of a sent form. Names that no form of ours has are left out:
 * `lines[4294967294]` would make conform build a list of four thousand million lines. The
 * character NUL is removed too, because PostgreSQL's text cannot hold it.
 *
 * @throws the 400 page when it is no form, or a button was pressed that no form of ours has, and the 413 page when it holds
 * more than any form of ours.
 */
export async function readFields(request: Request): Promise<FormData> {
  const sent = await request.formData().catch(() => {
    throw problem(400)
  })
  const counts = new Map<string, number>()
  for (const [name, value] of sent) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (typeof value === 'string' && value.length > LONGEST && !ROWS.includes(name))
      throw problem(413, `A field takes at most ${LONGEST.toLocaleString('en-US')} characters.`)
  }
  if ([...sent.keys()].length > MOST_FIELDS || Math.max(0, ...counts.values()) > MOST_OF_A_NAME)
    throw problem(413, 'The form has too many fields. Send it in parts.')
  const names = new Set(counts.keys())
  const lists = new Set([...names].flatMap((name) => /^(.+?)\[/.exec(name)?.[1] ?? []))
  // `lines.4294967294` beside `lines[0]`, or beside `lines` and `lines`, would be one of its lines.
  const isOurs = (name: string) =>
    NAME.test(name) &&
    name !== STATE &&
    !outer(name).some((part) => names.has(part) || (lists.has(part) && name[part.length] === '.'))
  const fields = new FormData()
  for (const [name, value] of sent)
    if (isOurs(name))
      fields.append(name, typeof value === 'string' ? value.replaceAll('\0', '') : value)
  if (fields.has(PRESS) && !isPress(fields)) throw problem(400)
  return fields
}

/** Returns the names that contain a field: `lines` and `lines[2]` for `lines[2].quantity`. */
function outer(name: string): string[] {
  return [...name.matchAll(/[.[]/g)].map(({ index }) => name.slice(0, index))
}

/**
 * Adding and removing lines works without scripts; conform's other buttons work in the browser
 * only.
 */
function isPress(fields: FormData): boolean {
  try {
    const { type, payload } = JSON.parse(String(fields.get(PRESS)))
    if (!['insert', 'remove'].includes(type) || !NAME.test(payload.name)) return false
    parse(fields, { resolve: () => ({ error: {} }) }).reply()
    return true
  } catch {
    return false
  }
}

/**
 * Reads a form that was made for the active project. When another tab switched the project
 * meanwhile, the form is refused with 409 rather than booked into the wrong company.
 */
export async function readForm(request: Request, project: Membership): Promise<FormData> {
  const form = await readFields(request)
  if (form.get('project') !== project.projectId) {
    throw problem(
      409,
      `This form belongs to another project; you are now in ${project.projectName}. Go back, switch the project at the top, and save again.`,
    )
  }
  return form
}

/** A fresh idempotency key for a loader to hand to CommandForm: one form, one effect. */
export function newIdempotencyKey(): string {
  return randomUUID()
}

/** The idempotency key of a form, for `p_idempotency_key`. */
export function readIdempotencyKey(form: FormData): string {
  const idempotencyKey = form.get('idempotencyKey')
  if (!isId(idempotencyKey)) throw problem(400)
  return idempotencyKey
}

/**
 * Reads the version that the form was made for.
 *
 * @throws the 400 page when the form has none.
 */
export function readVersion(form: FormData): number {
  const version = Number(form.get('version'))
  if (!Number.isInteger(version)) throw problem(400)
  return version
}

/** Sends a form back that did not parse, or whose list changed (a line inserted or removed). */
export function invalidReply<T, E>(
  submission: Submission<T, E>,
): TypedResponse<SubmissionResult<E>> {
  return reply(submission.reply(), submission.status === 'error' ? 422 : 200)
}

/** The form as it goes back after a refusal of the database: at its field when known, else in the banner. */
export function refused<T>(
  submission: Submission<T, string[]>,
  { field, message, fieldErrors }: CommandError,
  hideFields?: string[],
): SubmissionResult<string[]> {
  if (fieldErrors) return submission.reply({ fieldErrors, hideFields })
  return submission.reply({
    ...(field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] }),
    hideFields,
  })
}
