import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { formatMoney, money } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { accountHold } from './account'
import { openVoucherActions, VOUCHER_INTENTS, type VoucherIntent } from './actions'
import { needsApproval } from './approval'
import { AttachmentsPanel } from './attachments/AttachmentsPanel'
import { attachmentIntents } from './attachments/actions.server'
import { listAttachments } from './attachments/queries.server'
import { chequeOf } from './cheques/document.server'
import { listReleasers } from './choices.server'
import { AccountHold } from './components/AccountHold'
import { CancelAction, PlainAction, ReleaseAction } from './components/VoucherActions'
import { PaymentFacts, VoucherFacts } from './components/VoucherFacts'
import { VoucherLines } from './components/VoucherLines'
import { VoucherTrail } from './components/VoucherTrail'
import { readVoucher } from './document.server'
import { voucherIntents } from './voucher-actions.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Voucher ${data.voucher.voucherNo}` : 'Voucher'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'vouchers.read')
  const { projectId, permissions, settings } = project
  const voucher = await readVoucher(db, projectId, params.id ?? '')
  const limit = settings.voucher_approval_above
  const secondPerson = settings.maker_checker.payee_accounts
  const hold = accountHold(voucher, voucher.payee, secondPerson)
  const asked = {
    permissions,
    limit,
    userId: user.userId,
    twoPeople: settings.maker_checker.vouchers,
    accountHeld: hold !== null,
  }
  const open = openVoucherActions(voucher, asked)
  const [names, files, cheque, releasers] = await Promise.all([
    namesOf(db, projectId),
    listAttachments(db, projectId, voucher.id),
    chequeOf(db, projectId, voucher.id),
    open.includes('release') ? listReleasers(db, projectId) : null,
  ])
  return {
    voucher,
    history: await readHistory(db, project, voucher.id),
    cheque,
    open,
    hold,
    mayConfirm:
      hold !== null &&
      permissions.includes('vouchers.approve') &&
      voucher.payee.accountNo === voucher.payToAccountNo &&
      voucher.payToAccountNo !== null &&
      voucher.payee.setBy !== user.userId,
    payeePage: permissions.includes('masters.write')
      ? paths.masters.entry('payees', voucher.payeeId)
      : null,
    limit: needsApproval(voucher, limit) ? limit : null,
    names: Object.fromEntries(names),
    files,
    releasers: releasers ?? undefined,
    idempotencyKeys: newIdempotencyKeys([
      ...VOUCHER_INTENTS,
      'confirm-account',
      'attach',
      'detach',
    ] as const),
    mayWrite: permissions.includes('vouchers.write'),
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
    today: today(project.timeZone),
  }
}

export const action = formActions({
  permission: ['vouchers.write', 'vouchers.approve'],
  document: ({ db, projectId, id }) => readVoucher(db, projectId, id),
  intents: (intent) => ({ ...voucherIntents(intent), ...attachmentIntents(intent) }),
})

/** Creates one idempotency key per action. */
function newIdempotencyKeys<K extends string>(intents: readonly K[]): Record<K, string> {
  return Object.fromEntries(intents.map((intent) => [intent, newIdempotencyKey()])) as Record<
    K,
    string
  >
}

/** Shows one voucher: payment, status and actions. */
export default function Voucher() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { voucher, open, currency } = data
  const { version, voucherNo } = voucher
  const own = lastResult?.initialValue?.intent
  const may = (intent: VoucherIntent) => open.includes(intent)
  const propsOf = (intent: VoucherIntent) => ({
    key: `${intent} ${version}`,
    project: data.project,
    idempotencyKey: data.idempotencyKeys[intent],
    version,
    lastResult: own === intent ? lastResult : undefined,
  })
  return (
    <>
      <PageHeader
        title={`Voucher ${voucherNo}`}
        badges={<StageBadge stage={voucher.status} />}
        crumbs={[{ label: 'Vouchers', to: paths.expenses.vouchers }]}
        description={
          data.limit
            ? `Exceeds ${formatMoney(money(data.limit), currency)}: requires approval by another user.`
            : null
        }
        actions={
          <>
            {data.mayWrite ? (
              <LinkButton to={`${paths.expenses.addVoucher}?copy=${voucher.id}`} variant="ghost">
                Copy
              </LinkButton>
            ) : null}
            {may('cancel') ? <CancelAction {...propsOf('cancel')} voucherNo={voucherNo} /> : null}
            {data.mayWrite && voucher.status === 'pending' ? (
              <LinkButton to={paths.expenses.editVoucher(voucher.id)}>Edit</LinkButton>
            ) : null}
            {may('print') ? (
              <PlainAction
                {...propsOf('print')}
                intent="print"
                label={voucher.copies === 0 ? 'Print' : 'Print a copy'}
                main={voucher.copies === 0}
              />
            ) : null}
            {may('release') ? (
              <ReleaseAction
                {...propsOf('release')}
                voucherNo={voucherNo}
                releasers={data.releasers ?? []}
                today={data.today}
              />
            ) : null}
            {may('approve') ? (
              <PlainAction {...propsOf('approve')} intent="approve" label="Approve" main />
            ) : null}
          </>
        }
      />
      {data.hold ? (
        <AccountHold
          hold={data.hold}
          payeePage={data.payeePage}
          confirm={
            data.mayConfirm
              ? {
                  project: data.project,
                  idempotencyKey: data.idempotencyKeys['confirm-account'],
                  version: voucher.payee.version,
                }
              : null
          }
        />
      ) : null}
      {/* Another user has changed the voucher: the form is gone, and only its error remains to show. */}
      {own && may(own as VoucherIntent) ? null : <ErrorBanner errors={lastResult?.error?.['']} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Voucher">
            <VoucherFacts voucher={voucher} />
          </Panel>
          <Panel title="Details" flush>
            <VoucherLines voucher={voucher} currency={currency} />
          </Panel>
          <HistoryPanel history={data.history} timeZone={data.timeZone} />
        </div>
        <aside className="flex flex-col gap-4">
          <Panel title="Payment">
            <PaymentFacts {...{ voucher, cheque: data.cheque, currency }} />
          </Panel>
          <AttachmentsPanel
            key={data.files.map(({ id }) => id).join()}
            files={data.files}
            may={{
              attach: data.mayWrite && voucher.status !== 'cancelled',
              detach: may('cancel'),
            }}
            project={data.project}
            idempotencyKeys={data.idempotencyKeys}
            names={data.names}
            timeZone={data.timeZone}
            lastResult={lastResult}
          />
          <Panel title="History">
            <VoucherTrail voucher={voucher} names={data.names} timeZone={data.timeZone} />
          </Panel>
        </aside>
      </div>
    </>
  )
}
