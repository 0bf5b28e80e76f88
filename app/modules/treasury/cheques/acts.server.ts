import { parseWithZod } from '@conform-to/zod/v4'
import { invalidReply, readIdempotencyKey, refusedReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import { formatMoney, money } from '~/platform/values/money'
import { clearCheque, depositCheques, returnCheque } from './commands.server'
import { clearSchema, depositSchema, returnSchema } from './schema'

/** Runs the action of a form of the register, then redirects to `here`. */
export async function performChequeAct(db: Db, projectId: string, form: FormData, here: string) {
  const idempotencyKey = readIdempotencyKey(form)
  const act = { projectId, idempotencyKey, chequeId: String(form.get('cheque') ?? '') }
  switch (form.get('intent')) {
    case 'deposit': {
      const submission = parseWithZod(form, { schema: depositSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await depositCheques(db, projectId, idempotencyKey, submission.value)
      if (!result.ok) {
        // The message names the cheque, because its row has no space for an error.
        const { field, ...error } = result.error
        return refusedReply(submission, field?.startsWith('cheques') ? error : result.error)
      }
      const { cheques, slip_no } = result.data
      const cash = money(result.data.cash)
      const what = [
        ...(cheques === 0 ? [] : [cheques === 1 ? '1 cheque' : `${cheques} cheques`]),
        ...(cash === '0.00' ? [] : [`${formatMoney(cash)} in cash`]),
      ]
      return redirectWithToast(here, `${what.join(' and ')} deposited on slip ${slip_no}.`)
    }
    case 'clear': {
      const submission = parseWithZod(form, { schema: clearSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await clearCheque(db, act, submission.value)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Cleared: the money counts as received.')
    }
    case 'return': {
      const submission = parseWithZod(form, { schema: returnSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await returnCheque(db, act, submission.value)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Returned: what the cheque paid is owed again.', 'info')
    }
    default:
      throw problem(400)
  }
}
