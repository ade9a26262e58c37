/** A method as a function of its object. */
export type Method<A extends readonly unknown[], R> = (self: object, ...args: A) => R;

/**
 * Puts a method made from the original in its place, for all objects of the class: `prototype` is the
 * class's. `A` and `R` must be the method's own arguments and result.
 */
export function replaceMethod<A extends readonly unknown[], R>(
  prototype: object,
  name: string,
  make: (original: Method<A, R>) => Method<A, R>,
): void {
  const found: unknown = Reflect.get(prototype, name);
  if (typeof found !== 'function') throw new Error(`there is no method ${name} to replace`);
  const original = found as (this: object, ...args: A) => R;
  const method = make((self, ...args) => Reflect.apply(original, self, args));
  Reflect.set(prototype, name, function (this: object, ...args: A): R {
    return method(this, ...args);
  });
}
