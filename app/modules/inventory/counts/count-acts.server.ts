import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { TypedResponse } from '@remix-run/node'
import { paths } from '~/paths'
import { invalidReply, refusedReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import type { Intent } from './acts'
import { type Act, decideCount, saveSheet, takeBack } from './commands.server'
import type { EntryRefusal } from './components/EntryForm'
import { decisionSchema } from './schema'
import { typedIn } from './sheet'

/** The answer of an action on a count: a redirect, or the form with the user's input. */
export type Answer =
  | Response
  | TypedResponse<{ entry: EntryRefusal } | { decision: SubmissionResult<string[]> }>

const DONE = {
  post: 'posted: its differences are in the books.',
  'send-back': 'sent back to be counted again.',
  cancel: 'cancelled.',
  'take-back': 'open again.',
}

/**
 * Runs one action and redirects to the count at `here`, its address with the current page of the
 * sheet.
 */
export async function performAct(
  db: Db,
  act: Act,
  intent: Intent,
  form: FormData,
  here: URL,
): Promise<Answer> {
  const page = paths.inventory.count(act.countId)
  switch (intent) {
    case 'save':
    case 'next':
    case 'submit': {
      const saved = await saveSheet(db, act, form, intent === 'submit')
      if (!saved.ok) {
        const { message, entry } = saved
        const refusal = {
          message,
          errors: entry?.errors ?? {},
          conflicts: entry?.conflicts ?? [],
          typed: typedIn(form),
        }
        return reply({ entry: refusal }, saved.status)
      }
      if (intent === 'submit') return redirectWithToast(page, 'Handed in: it waits for a decision.')
      const to = intent === 'next' ? nextPart(here) : here.search
      const what = saved.written === 1 ? '1 line' : `${saved.written} lines`
      return redirectWithToast(`${page}${to}`, saved.written ? `Saved ${what}.` : 'Nothing new.')
    }
    case 'take-back': {
      const result = await takeBack(db, act, Number(form.get('version')))
      if (!result.ok) return redirectWithToast(page, result.error.message, 'danger')
      return redirectWithToast(page, `The count is ${DONE[intent]}`)
    }
    default: {
      const submission = parseWithZod(form, { schema: decisionSchema })
      if (submission.status !== 'success') return wrap(invalidReply(submission))
      const result = await decideCount(db, act, intent, submission.value)
      if (!result.ok) {
        const field = result.error.field === 'reason' ? 'reason' : undefined
        return wrap(refusedReply(submission, { ...result.error, field }))
      }
      return redirectWithToast(page, `The count is ${DONE[intent]}`)
    }
  }
}

/**
 * Puts the answer of a decision under a key of its own, so that the page can tell it from the
 * answer of an entry.
 */
async function wrap(answer: TypedResponse<SubmissionResult<string[]>>): Promise<Answer> {
  return reply({ decision: await answer.json() }, answer.status)
}

function nextPart(here: URL): string {
  const search = new URLSearchParams(here.search)
  // Lines that were just counted drop out of the list of uncounted lines and the next ones move up,
  // so the page number stays.
  if (search.get('left') !== '1') search.set('part', String(Number(search.get('part') ?? 1) + 1))
  return `?${search}`
}
