import { parseWithZod } from '@conform-to/zod/v4'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { invalidReply, readIdempotencyKey, refusedReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import {
  clearIssued,
  releaseIssued,
  replaceIssued,
  staleIssued,
  voidIssued,
} from './commands.server'
import { clearSchema, plainSchema, releaseSchema, replaceSchema, voidSchema } from './schema'

/** The permission for each action of a cheque's page. The database checks the same. */
const NEEDS: Record<string, Permission> = {
  void: 'vouchers.write',
  replace: 'vouchers.write',
  release: 'vouchers.write',
  clear: 'treasury.write',
  stale: 'treasury.write',
}

interface Person {
  projectId: string
  permissions: readonly Permission[]
}

/** Runs the action of a form on a cheque's page, and shows the cheque that results. */
export async function performAct(db: Db, person: Person, chequeId: string, form: FormData) {
  const intent = String(form.get('intent'))
  const needed = NEEDS[intent]
  if (!needed) throw problem(400)
  if (!person.permissions.includes(needed)) throw problem(403)
  const { projectId } = person
  const act = { projectId, idempotencyKey: readIdempotencyKey(form), chequeId }
  const here = paths.expenses.cheque(chequeId)
  switch (intent) {
    case 'void': {
      const submission = parseWithZod(form, { schema: voidSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await voidIssued(db, act, submission.value)
      if (!result.ok) return refusedReply(submission, nextField(result.error))
      const { next_id, next_no } = result.data
      return next_id
        ? redirectWithToast(
            paths.expenses.cheque(next_id),
            `Void. Its voucher has cheque ${next_no} now.`,
          )
        : redirectWithToast(here, 'Void: its number stays in the register.', 'info')
    }
    case 'replace': {
      const submission = parseWithZod(form, { schema: replaceSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await replaceIssued(db, act, submission.value)
      if (!result.ok) return refusedReply(submission, nextField(result.error))
      const { id, cheque_no } = result.data
      return redirectWithToast(
        paths.expenses.cheque(id),
        `The voucher has cheque ${cheque_no} now.`,
      )
    }
    case 'release': {
      const submission = parseWithZod(form, { schema: releaseSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await releaseIssued(db, act, submission.value)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Released to the payee.')
    }
    case 'clear': {
      const submission = parseWithZod(form, { schema: clearSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await clearIssued(db, projectId, act.idempotencyKey, submission.value)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Cleared: the bank has paid it.')
    }
    default: {
      const submission = parseWithZod(form, { schema: plainSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await staleIssued(db, act, submission.value.version)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Stale: no bank takes it any more.', 'info')
    }
  }
}

/** Renames the voucher's field to the one on this page. */
function nextField<E extends { field?: string }>(error: E): E {
  return error.field === 'cheque_no' ? { ...error, field: 'next_no' } : error
}
