import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { loader as voucher } from '~/modules/expenses/print/print.route'
import { loader as purchase } from '~/modules/inventory/purchases/purchase-print.route'
import { loader as memo } from '~/modules/memos/memo-print.route'
import { logosOf } from '~/modules/prints/pdf.server'
import { loader as deliveryReceipt } from '~/modules/sales/delivery/receipt.route'
import { loader as invoice } from '~/modules/sales/invoicing/invoice-print.route'
import { loader as statement } from '~/modules/statements/statement.route'
import { loader as receipt } from '~/modules/treasury/receipt-print.route'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { KeptPapers } from '~/platform/papers/packed'
import { type Papers, paperSize } from '~/platform/papers/paper'
import { problem } from '~/platform/request/errors'
import { SHARE_PERMISSIONS, type SharedPaper } from './kinds'

interface Kind {
  /** The page that prints the paper: its loader guards and reads it. */
  page(id: string): string
  load(args: LoaderFunctionArgs): Promise<{ papers: Papers | null }>
  /** The permissions of that page. */
  permission: [Permission, ...Permission[]]
}

/** The papers that can be shared (SQL: `private.paper_kinds`). */
const KINDS: Record<SharedPaper, Kind> = {
  invoice: {
    page: paths.sales.invoice,
    load: invoice,
    permission: ['invoicing.read'],
  },
  delivery_receipt: {
    page: paths.sales.deliveryReceipt,
    load: deliveryReceipt,
    permission: ['bookings.deliver', 'invoicing.read'],
  },
  memo: {
    page: paths.memos.print,
    load: memo,
    permission: ['memos.read'],
  },
  receipt: {
    page: paths.treasury.receiptPrint,
    load: receipt,
    permission: ['collections.read'],
  },
  statement: {
    page: paths.statements.customer,
    load: statement,
    permission: ['reports.ar'],
  },
  voucher: {
    page: (id) => `${paths.expenses.voucherPrint}?voucher=${id}`,
    load: voucher,
    permission: ['vouchers.read'],
  },
  purchase: {
    page: paths.inventory.purchasePrint,
    load: purchase,
    permission: ['purchases.read'],
  },
}

const found = (paper: string | undefined): Kind | undefined =>
  Object.hasOwn(KINDS, paper ?? '') ? KINDS[paper as SharedPaper] : undefined

/** Returns a kind of paper by its name in an address. @throws the 404 page when there is none. */
function kindOf(paper: string | undefined): Kind {
  const kind = found(paper)
  if (!kind) throw problem(404)
  return kind
}

/** Returns the permissions with one of which somebody prints, and so shares, the paper of an address. */
export const permissionOf = (paper: string | undefined) =>
  found(paper)?.permission ?? SHARE_PERMISSIONS

/** Returns the address of the page that prints a paper, with what the address of its sharing says of it. */
export function printPageOf(paper: string | undefined, id: string, { searchParams }: URL): string {
  const [path, own] = kindOf(paper).page(id).split('?')
  const search = new URLSearchParams([...new URLSearchParams(own), ...searchParams])
  return search.size > 0 ? `${path}?${search}` : path!
}

interface Asked {
  paper: string | undefined
  id: string
  url: URL
  context: AppLoadContext
}

/**
 * Reads a paper by the page that prints it: with its guard, filters and figures.
 *
 * @throws what that page throws, and the 404 page when there is nothing to print.
 */
export async function readPapers({ paper, id, url, context }: Asked): Promise<Papers> {
  const asFile = new URL(printPageOf(paper, id, url), url)
  // A file carries the structured data of its document.
  asFile.searchParams.set('format', 'pdf')
  const { papers } = await kindOf(paper).load({
    request: new Request(asFile),
    params: { id },
    context,
  })
  if (!papers || papers.sheets.length === 0) throw problem(404)
  return papers
}

/** Reads a paper with all that is needed to draw it again later. */
export async function readKeptPapers(asked: Asked): Promise<KeptPapers> {
  const papers = await readPapers(asked)
  return {
    papers,
    size: paperSize(asked.url.searchParams),
    logos: await logosOf(asked.context.db, papers),
  }
}
