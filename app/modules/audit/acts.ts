import type { AuditChange } from './describe-changes.server'
import type { FieldDifference } from './labels'

/**
 * Joins the changes that one act made of one document, which share its moment, into one row: the head of the document, then
 * its parts by name. The trail and its files keep them apart.
 */
export function changesByAct(changes: readonly AuditChange[]): AuditChange[] {
  const acts = new Map<string, AuditChange[]>()
  for (const change of changes) {
    const { createdAt, who, kind, document, to } = change
    const act = [createdAt, who, kind, document, to].join('\n')
    acts.set(act, [...(acts.get(act) ?? []), change])
  }
  return [...acts.values()].map(joined)
}

function joined(changes: readonly AuditChange[]): AuditChange {
  // The trail is read newest first; within an act the head was written before its lines.
  const inOrder = changes.toReversed()
  const head = inOrder.find(({ part }) => part === null) ?? inOrder[0]!
  if (changes.length === 1) return head
  const lines = inOrder.filter((change) => change !== head).flatMap(differencesOfPart)
  const own = head.part ? differencesOfPart(head) : head.differences
  return { ...head, part: null, differences: [...own, ...lines] }
}

/** Names the part before each of its fields: "Line 2, Soap: Quantity". */
function differencesOfPart({ part, action, isNew, differences }: AuditChange): FieldDifference[] {
  if (!part) return differences
  if (!isNew) return differences.map((each) => ({ ...each, label: `${part}: ${each.label}` }))
  const told = differences.map(({ label, is }) => `${label} ${is ?? '(blank)'}`)
  return [{ label: part, was: null, is: told.join(', ') || action.toLowerCase() }]
}
