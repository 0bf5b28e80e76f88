import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { orNotFound } from '~/platform/db/command.server'
import { refuseDuplicates } from '~/platform/forms/duplicates.server'
import { newIdempotencyKey, readVersion } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { withoutBlankTail } from '~/ui/blank-tail'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { beginEdit } from './begin'
import { VoucherEditConflict } from './components/VoucherEditConflict'
import { VoucherForm } from './components/VoucherForm'
import { readVoucher, type VoucherDocument } from './document.server'
import {
  REVIEW_VOUCHERS,
  readEntryChoices,
  readVoucherWarnings,
  type VoucherAnswer,
  voucherPickers,
} from './entry.server'
import { voucherSchema } from './schema'

interface EditAnswer extends VoucherAnswer {
  /** The voucher as another user saved it after this user opened the form. */
  saved: VoucherDocument | null
  version: number
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data ? `voucher No. ${data.voucher.voucherNo}` : 'voucher'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.write')
  const { projectId } = project
  const voucher = await readVoucher(db, projectId, params.id ?? '')
  return {
    ...(await readEntryChoices(db, projectId, voucher)),
    voucher,
    start: beginEdit(voucher),
    project: projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'vouchers.write',
  pickers: voucherPickers,
  page: ({ db, projectId, id, payload }) => readVoucherWarnings(db, projectId, payload, id),
  answer: async (lastResult, { db, projectId, id, form, page }, error): Promise<EditAnswer> => {
    const version = readVersion(form)
    const stale = error?.code === 'stale_version' || error?.code === 'wrong_state'
    const saved = stale ? await readVoucher(db, projectId, id) : null
    return { lastResult, ...(await page()), saved, version }
  },
  schema: voucherSchema,
  prepare: withoutBlankTail,
  command: async (sent) => {
    const { again: _seen, ...details } = sent.value
    const p_version = readVersion(sent.form)
    const { duplicates } = await sent.page()
    return (
      (await refuseDuplicates(sent, duplicates, REVIEW_VOUCHERS)) ??
      orNotFound(sent.run('update_voucher', { p_voucher: sent.id, p_version, p_details: details }))
    )
  },
  done: ({ voucher_no }, { id }) => ({
    to: paths.expenses.voucher(id),
    text: `Voucher No. ${voucher_no} is saved.`,
  }),
})

/** Edits a voucher while it is pending. A user who saves second sees what the first one saved. */
export default function VoucherEdit() {
  const data = useLoaderData<typeof loader>()
  // Starting again from the saved voucher needs a new form.
  return <EditForm key={useLocation().search} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function EditForm(data: Props) {
  const answered = useActionData<typeof action>()
  const { voucher } = data
  // The version that the user first saw. The loader runs again after each action and may return a
  // newer one.
  const [began] = useState(voucher.version)
  // A user who has seen the saved voucher may save over it.
  const version = answered?.saved?.version ?? answered?.version ?? began
  const here = paths.expenses.voucher(voucher.id)
  const name = `Voucher No. ${voucher.voucherNo}`
  return (
    <>
      <PageHeader
        title={`Edit voucher No. ${voucher.voucherNo}`}
        crumbs={[
          { label: 'Vouchers', to: paths.expenses.vouchers },
          { label: name, to: here },
        ]}
      />
      {answered?.saved ? (
        <VoucherEditConflict voucher={answered.saved} currency={data.currency} />
      ) : null}
      {voucher.status === 'pending' || answered ? (
        <VoucherForm {...data} answer={answered} edit={{ id: voucher.id, version }} back={here} />
      ) : (
        <Panel>
          <EmptyState
            line
            title={`${name} is ${voucher.status}`}
            action={<LinkButton to={here}>Back to the voucher</LinkButton>}
          >
            Only a pending voucher can be edited. Duplicate it to prepare another.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
