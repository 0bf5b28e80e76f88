import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { isSeen } from '~/platform/forms/duplicates.server'
import { newIdempotencyKey, readForm, readIdempotencyKey } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { beginEdit } from './begin'
import { updateVoucher } from './commands.server'
import { EditConflict } from './components/EditConflict'
import { VoucherForm } from './components/VoucherForm'
import { readVoucher, type VoucherDocument } from './document.server'
import {
  answer,
  type EntryAnswer,
  lookFirst,
  parseVoucher,
  readChoices,
  readVoucherPicks,
  refusedVoucher,
} from './entry.server'

interface EditAnswer extends EntryAnswer {
  /** The voucher as another user saved it after this user opened the form. */
  saved: VoucherDocument | null
  version: number
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data ? `voucher ${data.voucher.voucherNo}` : 'voucher'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.write')
  const { projectId } = project
  const voucher = await readVoucher(db, projectId, params.id ?? '')
  return {
    ...(await readChoices(db, projectId, voucher)),
    voucher,
    start: beginEdit(voucher),
    project: projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.write')
  const { projectId } = project
  const voucherId = params.id ?? ''
  const form = await readForm(request, project)
  const version = Number(form.get('version'))
  if (!Number.isInteger(version)) throw problem(400)
  const picks = await readVoucherPicks(db, projectId, form)
  const submission = parseVoucher(form)
  const answered = async (lastResult: ReturnType<typeof submission.reply>, status: number) => {
    const known = await answer(db, projectId, submission, lastResult, voucherId)
    return { body: { ...known, picks, saved: null, version } as EditAnswer, status }
  }
  const send = ({ body, status }: { body: EditAnswer; status: number }) => reply(body, status)
  if (submission.status !== 'success')
    return send(await answered(submission.reply(), submission.status === 'error' ? 422 : 200))
  const warned = await answered(lookFirst(submission), 422)
  if (!isSeen(warned.body.duplicates, submission.value.again)) return send(warned)
  const act = { projectId, idempotencyKey: readIdempotencyKey(form), voucherId }
  const result = await updateVoucher(db, act, version, submission.value)
  if (result.ok) {
    const { voucher_no } = result.data
    return redirectWithToast(paths.expenses.voucher(voucherId), `Voucher ${voucher_no} is saved.`)
  }
  const { error } = result
  if (error.status === 404) throw problem(404)
  const stale = error.code === 'stale_version' || error.code === 'wrong_state'
  const saved = stale ? await readVoucher(db, projectId, voucherId) : null
  const lastResult = refusedVoucher(submission, error)
  return reply({ ...warned.body, lastResult, saved }, error.status)
}

/** Edits a voucher while it is pending. A user who saves second sees what the first one saved. */
export default function VoucherEdit() {
  const data = useLoaderData<typeof loader>()
  // Starting again from the saved voucher needs a new form.
  return <EditForm key={useLocation().search} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function EditForm(data: Props) {
  const answered = useActionData<typeof action>() as EditAnswer | undefined
  const { voucher } = data
  // The version that the user first saw. The loader runs again after each action and may return a
  // newer one.
  const [began] = useState(voucher.version)
  // A user who has seen the saved voucher may save over it.
  const version = answered?.saved?.version ?? answered?.version ?? began
  const here = paths.expenses.voucher(voucher.id)
  const name = `Voucher ${voucher.voucherNo}`
  return (
    <>
      <PageHeader
        title={`Edit voucher ${voucher.voucherNo}`}
        crumbs={[
          { label: 'Vouchers', to: paths.expenses.vouchers },
          { label: name, to: here },
        ]}
      />
      {answered?.saved ? <EditConflict voucher={answered.saved} currency={data.currency} /> : null}
      {voucher.status === 'pending' || answered ? (
        <VoucherForm {...data} answer={answered} edit={{ id: voucher.id, version }} back={here} />
      ) : (
        <Panel>
          <EmptyState
            title={`${name} is ${voucher.status}`}
            action={<LinkButton to={here}>Back to the voucher</LinkButton>}
          >
            Only a pending voucher can be edited. Copy it to write another.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
