import type { ReactNode } from 'react'
import { cx } from './classes'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'info'

const DOTS: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-accent',
  ok: 'bg-ok',
  warn: 'bg-gold',
  danger: 'bg-danger',
  info: 'bg-info',
}

/**
 * Shows a short fact about a row or a document: plain text with a dot. Gold waits for somebody; red, in its text too, is
 * overdue, returned or lost.
 */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap',
        tone === 'danger' ? 'text-danger' : tone === 'neutral' && 'text-muted',
      )}
    >
      <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full', DOTS[tone])} />
      {children}
    </span>
  )
}

const STAGES: Record<string, Tone> = {
  pending: 'warn',
  validated: 'info',
  invoiced: 'info',
  delivered: 'accent',
  partial: 'warn',
  unpaid: 'neutral',
  paid: 'ok',
  credited: 'neutral',
  returned: 'danger',
  replaced: 'neutral',
  'paid back': 'danger',
  approved: 'ok',
  active: 'ok',
  available: 'ok',
  printed: 'info',
  released: 'ok',
  cleared: 'ok',
  void: 'danger',
  stale: 'danger',
  done: 'ok',
  rejected: 'danger',
  cancelled: 'danger',
  inactive: 'neutral',
  merged: 'neutral',
  archived: 'neutral',
  removed: 'danger',
  overdue: 'danger',
}

/** States whose name in the database is not the term of the screens. */
const LABELS: Record<string, string> = { done: 'Completed', on_hand: 'On hand' }

/** Returns the name of a state as screens and files show it. */
export const stageLabel = (stage: string) =>
  LABELS[stage] ?? stage.charAt(0).toUpperCase() + stage.slice(1)

/** Shows the state of a document. */
export function StageBadge({ stage }: { stage: string }) {
  const tone = STAGES[stage] ?? 'neutral'
  return <Badge tone={tone}>{stageLabel(stage)}</Badge>
}
