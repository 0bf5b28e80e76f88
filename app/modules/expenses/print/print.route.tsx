import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { namesOf } from '~/modules/people/queries.server'
import { printedAddress } from '~/modules/prints/copies.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import type { Papers } from '~/platform/papers/paper'
import { formatMoney, money } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { PageHeader } from '~/ui/PageHeader'
import { PaperChoice } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { PdfAtOnce, PdfLink } from '~/ui/PdfLink'
import { PrintAtOnce } from '~/ui/PrintButton'
import { ShareLink } from '~/ui/ShareLink'
import { SubmitButton } from '~/ui/SubmitButton'
import { needsApproval } from '../approval'
import { readVoucher } from '../document.server'
import { plainVoucherSchema } from '../schema'
import { ChooseVoucher } from './components/ChooseVoucher'
import { listUnprinted, PAGING } from './queries.server'
import { voucherPaper } from './voucher-paper.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${data?.sheet ? `Print voucher No. ${data.sheet.voucher.voucherNo}` : 'Print vouchers'} · Kalakal`,
  },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'vouchers.read')
  const { projectId, currency, permissions, settings } = project
  const id = new URL(request.url).searchParams.get('voucher')
  if (!id) {
    const keyset = readKeyset(request.url, PAGING)
    return {
      currency,
      sheet: null,
      papers: null,
      unprinted: await listUnprinted(db, projectId, keyset),
    }
  }
  const [voucher, names, letterhead] = await Promise.all([
    readVoucher(db, projectId, id),
    namesOf(db, projectId),
    readLetterhead(db, project),
  ])
  const limit = settings.voucher_approval_above
  const waits = needsApproval(voucher, limit)
  const nameOf = (user: string | null) => (user && names.get(user)) ?? null
  const people = { createdBy: nameOf(voucher.createdBy), approvedBy: nameOf(voucher.approvedBy) }
  const paper = voucherPaper({ voucher, people, letterhead, currency })
  const { voucherNo, status, copies, version } = voucher
  return {
    currency,
    unprinted: null,
    papers: { file: `Disbursement voucher ${voucherNo}`, sheets: [paper] },
    sheet: {
      voucher: { id, voucherNo, status, copies, version },
      limit: waits ? limit : null,
      currency,
      mayPrint: permissions.includes('vouchers.write') && !waits && voucher.status !== 'cancelled',
      project: projectId,
      idempotencyKey: newIdempotencyKey(),
    },
  }
}

export const action = formAction({
  permission: 'vouchers.write',
  document: ({ db, projectId, url }) => readVoucher(db, projectId, voucherOf(url)),
  schema: plainVoucherSchema,
  command: ({ run, url, value: { version } }) =>
    run('mark_voucher_printed', { p_voucher: voucherOf(url), p_version: version }),
  done: ({ copies }, { url, form, document: { voucherNo } }) => ({
    to: printedAddress(url.pathname, url.searchParams, form),
    text:
      copies === 1
        ? `Voucher No. ${voucherNo} is printed.`
        : `Copy ${copies} of voucher No. ${voucherNo}.`,
  }),
})

const voucherOf = (url: URL) => url.searchParams.get('voucher') ?? ''

/**
 * Shows a voucher as printed. Printing it is an action: the voucher gets its print date and the
 * copy is counted.
 */
export default function VoucherPrint() {
  const { sheet, papers, unprinted, currency } = useLoaderData<typeof loader>()
  return sheet && papers ? (
    <Printable key={sheet.voucher.version} sheet={sheet} papers={papers} />
  ) : (
    unprinted && <ChooseVoucher unprinted={unprinted} currency={currency} />
  )
}

type Sheet = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['sheet']>

function Printable({ sheet, papers }: { sheet: Sheet; papers: Papers }) {
  const { voucher, limit, mayPrint, project, idempotencyKey } = sheet
  const [form] = useCommandForm({
    id: 'print-voucher',
    schema: plainVoucherSchema,
    lastResult: useActionData<typeof action>(),
  })
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Print voucher No. ${voucher.voucherNo}`}
          badges={<StageBadge stage={voucher.status} />}
          crumbs={[
            { label: 'Vouchers', to: paths.expenses.vouchers },
            { label: `Voucher No. ${voucher.voucherNo}`, to: paths.expenses.voucher(voucher.id) },
          ]}
          description={
            limit
              ? `Exceeds ${formatMoney(money(limit), sheet.currency)}: requires approval by another user before printing.`
              : 'Prints are counted. Reprints are marked as copies.'
          }
          actions={
            <>
              {mayPrint ? (
                <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
                  <input type="hidden" name="version" value={voucher.version} />
                  <div className="flex gap-2">
                    <SubmitButton name="as" value="print">
                      {voucher.copies === 0 ? 'Print' : 'Print a copy'}
                    </SubmitButton>
                    <SubmitButton name="as" value="pdf" variant="secondary">
                      PDF
                    </SubmitButton>
                  </div>
                </CommandForm>
              ) : (
                <PdfLink />
              )}
              <PdfAtOnce />
              <ShareLink paper="voucher" id={voucher.id} />
              <PaperChoice />
            </>
          }
        />
        <p className="scriptless-only mb-4 text-muted">
          Then print the page with the browser’s menu.
        </p>
      </div>
      {voucher.copies > 0 ? <PrintAtOnce /> : null}
      <PaperSheets papers={papers} />
    </>
  )
}
