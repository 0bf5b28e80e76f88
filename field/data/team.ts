import type { TeamMember } from '~/platform/field/team'

/** Returns the people of a team: those first on whose phones acts wait, the longest first; the others stay in their order. */
export function byAge(people: readonly TeamMember[]): TeamMember[] {
  const since = ({ waiting, waiting_since }: TeamMember) =>
    waiting > 0 ? (waiting_since ? Date.parse(waiting_since) : Number.MAX_VALUE) : Infinity
  // Infinity less itself is no number: those without acts are equal.
  return [...people].sort((one, other) => since(one) - since(other) || 0)
}
