import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { isCommandCompleted } from '~/platform/db/command.server'
import { isSeen } from '~/platform/forms/duplicates.server'
import { newIdempotencyKey, readForm, readIdempotencyKey } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { today } from '~/platform/values/dates'
import { PageHeader } from '~/ui/PageHeader'
import { beginCopy, type VoucherStart } from './begin'
import { createVoucher } from './commands.server'
import { VoucherForm } from './components/VoucherForm'
import { readVoucher } from './document.server'
import {
  answer,
  type EntryAnswer,
  lookFirst,
  parseVoucher,
  readChoices,
  readVoucherPicks,
  refusedVoucher,
} from './entry.server'

export const meta: MetaFunction = () => [{ title: 'New voucher · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.write')
  const { projectId } = project
  const day = today(project.timeZone)
  const copied = new URL(request.url).searchParams.get('copy')
  const copy = copied ? await readVoucher(db, projectId, copied) : undefined
  const start: VoucherStart = copy
    ? beginCopy(copy, day)
    : { date_added: day, mode_of_payment: 'cheque', lines: [{}] }
  return {
    ...(await readChoices(db, projectId, copy)),
    start,
    copied: copy?.voucherNo ?? null,
    project: projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.write')
  const { projectId } = project
  const form = await readForm(request, project)
  const picks = await readVoucherPicks(db, projectId, form)
  const submission = parseVoucher(form)
  const answered = async (lastResult: ReturnType<typeof submission.reply>) => ({
    ...(await answer(db, projectId, submission, lastResult)),
    picks,
  })
  if (submission.status !== 'success') {
    return reply(await answered(submission.reply()), submission.status === 'error' ? 422 : 200)
  }
  const warned = await answered(submission.reply())
  const idempotencyKey = readIdempotencyKey(form)
  if (
    !isSeen(warned.duplicates, submission.value.again) &&
    !(await isCommandCompleted(db, projectId, idempotencyKey))
  )
    return reply({ ...warned, lastResult: lookFirst(submission) }, 422)
  const result = await createVoucher(db, projectId, idempotencyKey, submission.value)
  if (!result.ok) {
    const { error } = result
    return reply({ ...warned, lastResult: refusedVoucher(submission, error) }, error.status)
  }
  const { id, voucher_no } = result.data
  return redirectWithToast(paths.expenses.voucher(id), `Voucher ${voucher_no} is written.`)
}

/** Adds a voucher. Saving it draws its number. */
export default function VoucherAdd() {
  const data = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>() as EntryAnswer | undefined
  return (
    <>
      <PageHeader
        title="New voucher"
        crumbs={[{ label: 'Vouchers', to: paths.expenses.vouchers }]}
        description={
          data.copied ? `Copied from voucher ${data.copied}; nothing is saved yet.` : null
        }
      />
      {/* A copy of another voucher needs a new form. */}
      <VoucherForm
        key={useLocation().search}
        {...data}
        answer={answered}
        back={paths.expenses.vouchers}
      />
    </>
  )
}
