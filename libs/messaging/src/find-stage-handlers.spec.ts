import 'reflect-metadata';
import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { findStageHandlers } from './find-stage-handlers.ts';
import { StageHandler } from './stage-handler.ts';

@Injectable()
@StageHandler('plan')
class PlanStage {
  run(): Promise<object> {
    return Promise.resolve({});
  }
}

@Injectable()
@StageHandler('plan')
class AnotherPlanStage extends PlanStage {}

@Injectable()
@StageHandler('write')
class WriteStage extends PlanStage {}

@Injectable()
@StageHandler('plan')
class NoStage {}

async function find(...providers: readonly Type[]) {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [...providers],
  }).compile();
  return findStageHandlers(module.get(DiscoveryService), ['ingress', 'planner']);
}

describe('findStageHandlers', () => {
  it('finds the one provider of each stage that runs here', async () => {
    const [handler, ...rest] = await find(PlanStage);
    expect(rest).toEqual([]);
    expect(handler?.name).toBe('plan');
    expect(handler?.stage).toBeInstanceOf(PlanStage);
  });

  it('refuses a stage without a handler and names the decorator to add', async () => {
    await expect(find()).rejects.toThrow("add @StageHandler('plan') to a provider");
  });

  it('refuses two handlers for one stage: each command would be worked on by either', async () => {
    await expect(find(PlanStage, AnotherPlanStage)).rejects.toThrow('has 2 handlers');
  });

  it('refuses the handler of a service that does not run here', async () => {
    await expect(find(PlanStage, WriteStage)).rejects.toThrow('write belongs to writer');
  });

  it('refuses a decorated class that cannot run', async () => {
    await expect(find(NoStage)).rejects.toThrow('needs a method run(job)');
  });
});
