import { msg } from '@lingui/core/macro'
import { Activity, Building2, UsersRound } from 'lucide-react'
import type { Place } from './places.ts'

/** The screens of the installation, which only operators are offered. */
export const operatorPlaces: readonly Place[] = [
  { to: '/operator/tenants', label: msg`Organisations`, icon: Building2 },
  { to: '/operator/accounts', label: msg`Accounts`, icon: UsersRound },
  { to: '/operator/health', label: msg`Health`, icon: Activity },
]
