import { row } from '~/platform/db/command.server'
import { dataFile, wantsFile } from '~/platform/papers/data-file'
import type { PaperData } from '~/platform/papers/paper'
import type { Db } from '~/platform/request/context'

/** Reads invoices as structured data, when the address asks for a file that carries them. */
export async function readEInvoices(
  db: Db,
  projectId: string,
  url: string,
  invoices: readonly { id: string; number: string }[],
): Promise<PaperData[]> {
  if (!wantsFile(url)) return []
  const files = []
  for (const { id, number } of invoices) {
    const read = row(await db.rpc('e_invoice', { p_project: projectId, p_booking: id }))
    files.push(
      dataFile(`Invoice ${number}`, read as unknown as { content: string; sha256: string }),
    )
  }
  return files
}
