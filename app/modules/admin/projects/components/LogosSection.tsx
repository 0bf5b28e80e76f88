import { LOGO_KEYS, type LogoKey } from '~/platform/request/logos'
import { LogoForm } from './LogoForm'
import type { SectionProps } from './SectionForm'

/** Shows the logos, each with its own upload. */
export function LogosSection({ project, own, idempotencyKey, version, lastResult }: SectionProps) {
  const of = (which: LogoKey) =>
    lastResult?.initialValue?.which === which ? lastResult : undefined
  const common = { idempotencyKey, version, formProject: own ? project.id : null }
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2">
      {LOGO_KEYS.map((which) => (
        <LogoForm
          key={which}
          {...common}
          which={which}
          path={project.logos[which]}
          lastResult={of(which)}
        />
      ))}
    </div>
  )
}
