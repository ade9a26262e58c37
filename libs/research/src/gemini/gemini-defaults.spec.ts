import { MODEL_TIERS } from '@dossier/contracts';
import { geminiDefaults } from './gemini-defaults.ts';

describe('the dated defaults', () => {
  it('name a model for each tier and its price, and the day of both', () => {
    const { asOf, models, prices } = geminiDefaults;
    expect([asOf, prices.asOf]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
    ]);
    expect(Object.keys(models).sort()).toEqual([...MODEL_TIERS].sort());
    for (const model of [...Object.values(models), '*']) {
      const { input, output, searchQuery } = prices.models[model] ?? {};
      expect([input, output, searchQuery].every((price) => (price ?? 0) > 0)).toBe(true);
    }
  });

  it('take no model to be dearer than those that are not named', () => {
    const { '*': other, ...named } = geminiDefaults.prices.models;
    for (const { input, output, searchQuery } of Object.values(named)) {
      expect(other?.input).toBeGreaterThanOrEqual(input);
      expect(other?.output).toBeGreaterThanOrEqual(output);
      expect(other?.searchQuery).toBeGreaterThanOrEqual(searchQuery);
    }
  });
});
