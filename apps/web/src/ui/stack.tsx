import { createElement, type HTMLAttributes } from 'react'
import classes from './stack.module.css'

export type Gap = 'xs' | 's' | 'm' | 'l' | 'xl'

type Props = Omit<HTMLAttributes<HTMLElement>, 'className'> & {
  as?: 'div' | 'section' | 'ul'
  /** From 4 to 20 pixels. */
  gap: Gap
}

export const Stack = ({ as = 'div', gap, ...rest }: Props) =>
  createElement(as, { ...rest, className: classes.stack, 'data-gap': gap })
