import { paths } from '~/paths'

/** Says what becomes of a memo that was written, on its page. */
export function whatBecomes({ id, memo_no, status }: Record<'id' | 'memo_no' | 'status', string>) {
  const text =
    status === 'approved'
      ? `${memo_no} is posted from its date.`
      : `${memo_no} is pending approval. Not posted until approved.`
  return { to: paths.memos.memo(id), text }
}
