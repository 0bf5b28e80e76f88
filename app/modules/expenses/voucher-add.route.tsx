import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { refuseDuplicates } from '~/platform/forms/duplicates.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { withoutBlankTail } from '~/ui/blank-tail'
import { PageHeader } from '~/ui/PageHeader'
import { beginCopy, type VoucherStart } from './begin'
import { VoucherForm } from './components/VoucherForm'
import { readVoucher } from './document.server'
import {
  REVIEW_VOUCHERS,
  readEntryChoices,
  readVoucherWarnings,
  voucherPickers,
} from './entry.server'
import { voucherSchema } from './schema'

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
    ...(await readEntryChoices(db, projectId, copy)),
    start,
    copied: copy?.voucherNo ?? null,
    project: projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'vouchers.write',
  pickers: voucherPickers,
  page: ({ db, projectId, payload }) => readVoucherWarnings(db, projectId, payload),
  schema: voucherSchema,
  prepare: withoutBlankTail,
  command: async (sent) => {
    const { again: _seen, ...voucher } = sent.value
    const { duplicates } = await sent.page()
    return (
      (await refuseDuplicates(sent, duplicates, REVIEW_VOUCHERS)) ??
      sent.run('create_voucher', { p_voucher: voucher })
    )
  },
  done: ({ id, voucher_no }) => ({
    to: paths.expenses.voucher(id),
    text: `Voucher No. ${voucher_no} saved.`,
  }),
})

/** Adds a voucher. Saving it draws its number. */
export default function VoucherAdd() {
  const data = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="New voucher"
        crumbs={[{ label: 'Vouchers', to: paths.expenses.vouchers }]}
        description={
          data.copied ? `Copied from voucher No. ${data.copied}; nothing is saved yet.` : null
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
