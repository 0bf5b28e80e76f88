import type { ReactNode } from 'react'
import { cx } from './classes'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'info'

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted ring-line',
  accent: 'bg-accent-soft text-accent ring-transparent',
  ok: 'bg-ok-soft text-ok ring-transparent',
  warn: 'bg-warn-soft text-warn ring-transparent',
  danger: 'bg-danger-soft text-danger ring-transparent',
  info: 'bg-info-soft text-info ring-transparent',
}

/** Shows a short word about a row or a document. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ring-1 ring-inset',
        TONES[tone],
      )}
    >
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

/** Shows the state of a document. The color tells staff what to do: amber waits, green is done. */
export function StageBadge({ stage }: { stage: string }) {
  const tone = STAGES[stage] ?? 'neutral'
  return <Badge tone={tone}>{stageLabel(stage)}</Badge>
}
