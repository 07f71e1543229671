export interface CardProblem {
  type: 'validation_error';
  code: string;
  message: string;
}

export function rangeOf(number: string): { brand: string; length: number; cvcLength: number };
export function numberProblem(number: string): CardProblem | null;
export function expiryProblem(digits: string, now?: Date): CardProblem | null;
export function cvcProblem(cvc: string, number: string): CardProblem | null;
export function postalProblem(code: string): CardProblem | null;
export function isIncomplete(problem: CardProblem): boolean;
