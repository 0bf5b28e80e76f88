import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryLink } from '~/modules/audit/components/HistoryPanel'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { formatMoney, money } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import { accountHold } from './account'
import { openVoucherActions, VOUCHER_INTENTS, type VoucherIntent } from './actions'
import { needsApproval } from './approval'
import { issuedChequeOf } from './cheques/document.server'
import { listReleasers } from './choices.server'
import { AccountHold } from './components/AccountHold'
import {
  CancelVoucher,
  PlainAction,
  ReleaseAction,
  type VoucherFormProps,
} from './components/VoucherActions'
import { PaymentFacts, VoucherFacts } from './components/VoucherFacts'
import { VoucherLines } from './components/VoucherLines'
import { VoucherTrail } from './components/VoucherTrail'
import { readVoucher } from './document.server'
import { voucherIntents } from './voucher-actions.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Voucher No. ${data.voucher.voucherNo}` : 'Voucher'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'vouchers.read')
  const { projectId, permissions, settings } = project
  const voucher = await readVoucher(db, projectId, params.id ?? '')
  const limit = settings.voucher_approval_above
  const secondPerson = settings.maker_checker.payee_accounts
  const hold = accountHold(voucher, voucher.payee, secondPerson)
  const actionContext = {
    permissions,
    limit,
    userId: user.userId,
    twoPeople: settings.maker_checker.vouchers,
    accountHeld: hold !== null,
  }
  const open = openVoucherActions(voucher, actionContext)
  const [names, parts, cheque, releasers] = await Promise.all([
    namesOf(db, projectId),
    readFilesAndComments(db, project, 'voucher', voucher.id),
    issuedChequeOf(db, projectId, voucher.id),
    open.includes('release') ? listReleasers(db, projectId) : null,
  ])
  return {
    voucher,
    permissions,
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
    parts,
    releasers: releasers ?? undefined,
    idempotencyKeys: newIdempotencyKeys([...VOUCHER_INTENTS, 'confirm-account'] as const),
    mayWrite: permissions.includes('vouchers.write'),
    // In a closed period it is cancelled and written again.
    closed: voucher.dateAdded <= (project.closedThrough ?? ''),
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
    today: today(project.timeZone),
  }
}

export const action = formActions({
  permission: ['vouchers.write', 'vouchers.approve'],
  document: ({ db, projectId, id }) => readVoucher(db, projectId, id),
  intents: voucherIntents,
})

/** Creates one idempotency key per action. */
function newIdempotencyKeys<K extends string>(intents: readonly K[]): Record<K, string> {
  return Object.fromEntries(intents.map((intent) => [intent, newIdempotencyKey()])) as Record<
    K,
    string
  >
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Lists the steps of a voucher. */
function stepsOf({ voucher, names }: Data): StatusStep[] {
  const who = (id: string | null) => (id && names[id]) || 'Former member'
  const { createdAt, approvedAt, datePrinted, dateReleased, dateCancelled } = voucher
  return [
    { label: 'Prepared', on: createdAt, by: who(voucher.createdBy) },
    { label: 'Approved', on: approvedAt, by: who(voucher.approvedBy) },
    { label: 'Printed', on: datePrinted },
    { label: 'Released', on: dateReleased, by: voucher.releaser?.name },
    { label: 'Cancelled', on: dateCancelled, by: who(voucher.whoCancelled), bad: true },
  ]
}

interface MainProps {
  data: Data
  next: 'approve' | 'print' | 'release'
  propsOf: (intent: VoucherIntent) => VoucherFormProps & { key: string }
}

/** Shows the act that comes next. */
function MainAct({ data, next, propsOf }: MainProps) {
  const { voucher, releasers = [], today } = data
  const { key, ...props } = propsOf(next)
  if (next === 'release')
    return (
      <ReleaseAction key={key} {...props} {...{ releasers, today }} voucherNo={voucher.voucherNo} />
    )
  const label = next === 'approve' ? 'Approve' : voucher.copies === 0 ? 'Print' : 'Print a copy'
  return <PlainAction key={key} {...props} intent={next} label={label} main />
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
  // A voucher is approved, printed and released in this order; a second print is a copy.
  const next = (['approve', 'release', 'print'] as const).find(
    (intent) => may(intent) && !(intent === 'release' && may('print') && voucher.copies === 0),
  )
  return (
    <>
      <DocumentHead
        title={`Voucher No. ${voucherNo}`}
        badges={<StageBadge stage={voucher.status} />}
        questions={[data.hold !== null && 'Payee account not confirmed']}
        locked={data.limit !== null && voucher.approvedAt === null && 'Needs a second approver'}
        list={{ label: 'Vouchers', to: paths.expenses.vouchers }}
        description={
          data.limit
            ? `Exceeds ${formatMoney(money(data.limit), currency)}: requires approval by another user.`
            : null
        }
        steps={stepsOf(data)}
        amount={{ label: 'Amount to pay', value: voucher.net, currency }}
        timeZone={data.timeZone}
        actions={next && <MainAct {...{ data, next, propsOf }} />}
        more={
          <>
            {may('print') && next !== 'print' ? (
              <PlainAction
                {...propsOf('print')}
                intent="print"
                label={voucher.copies === 0 ? 'Print' : 'Print a copy'}
                main={false}
              />
            ) : null}
            {data.mayWrite && voucher.status === 'pending' && !data.closed ? (
              <LinkButton to={paths.expenses.editVoucher(voucher.id)}>
                <Icon name="pencil" />
                Edit
              </LinkButton>
            ) : null}
            {data.mayWrite ? (
              <LinkButton to={`${paths.expenses.addVoucher}?copy=${voucher.id}`}>Copy</LinkButton>
            ) : null}
            {may('cancel') ? (
              <CancelVoucher {...propsOf('cancel')} today={data.today} voucherNo={voucherNo} />
            ) : null}
          </>
        }
        moreOpen={own === 'cancel' || (own === 'print' && next !== 'print')}
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
      <DocumentColumns
        rail={
          <>
            <Panel title="Payment">
              <PaymentFacts {...{ voucher, cheque: data.cheque, currency }} />
            </Panel>
            <FilesAndComments parts={data.parts} />
          </>
        }
      >
        <Panel title="Voucher">
          <VoucherFacts voucher={voucher} />
        </Panel>
        <Panel title="Details" flush>
          <VoucherLines voucher={voucher} currency={currency} />
        </Panel>
        <Panel
          title="History"
          actions={<HistoryLink document={voucher.id} permissions={data.permissions} />}
        >
          <VoucherTrail voucher={voucher} names={data.names} timeZone={data.timeZone} />
        </Panel>
      </DocumentColumns>
    </>
  )
}
