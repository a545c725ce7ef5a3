import type { ReactNode } from 'react'
import classes from './swallowtail.module.css'

type Props = { children: ReactNode }

/** A label in the shape of the mark. */
export const Swallowtail = ({ children }: Props) => <span className={classes.label}>{children}</span>
