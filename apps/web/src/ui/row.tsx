import { createElement, type HTMLAttributes } from 'react'
import type { Gap } from './stack.tsx'
import classes from './stack.module.css'

type Props = Omit<HTMLAttributes<HTMLElement>, 'className'> & {
  as?: 'div' | 'span'
  gap: Gap
  below?: 'l' | 'xl'
}

export const Row = ({ as = 'div', gap, below, ...rest }: Props) =>
  createElement(as, { ...rest, className: classes.row, 'data-gap': gap, 'data-below': below })
