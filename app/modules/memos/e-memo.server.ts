import { row } from '~/platform/db/command.server'
import { dataFile, wantsFile } from '~/platform/papers/data-file'
import type { PaperData } from '~/platform/papers/paper'
import type { Db } from '~/platform/request/context'

/** Reads a memo as structured data, when the address asks for a file that carries it. */
export async function readEMemo(
  db: Db,
  projectId: string,
  url: string,
  { id, memo_no }: { id: string; memo_no: string },
): Promise<PaperData[]> {
  if (!wantsFile(url)) return []
  const read = row(await db.rpc('e_memo', { p_project: projectId, p_memo: id }))
  return [dataFile(`Memo ${memo_no}`, read as unknown as { content: string; sha256: string })]
}
