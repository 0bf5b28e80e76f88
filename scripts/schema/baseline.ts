import { writeFileSync } from 'node:fs'
import { declaredState } from './declared.ts'

writeFileSync('supabase/migrations/20261128000000_baseline.sql', declaredState())
